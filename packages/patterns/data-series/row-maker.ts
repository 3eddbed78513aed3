import {
  type CallScope,
  checkWritable,
  EntityExistsError,
  type EntityKeys,
  EntityNotFoundError,
  emptyColumns,
  type PatternSet,
  type RepositoryContext,
  type RowOperation,
  type StoredRow,
} from '@tablewright/core';
import type { CompiledSeries } from './compile-series.js';
import { type Cells, readRow, rowOfCells, type SlotRow } from './slot-row.js';

/** Whether an entity is nothing but its row: then writing the row is all that it takes to make one. */
export function isAlone({ derivations, deferred, stages, assigns, effects }: PatternSet): boolean {
  return [derivations, deferred, stages, assigns, effects].every((parts) => parts.length === 0);
}

/** Makes the rows that a series needs and that are not there, so that no row appears that other code does not expect. */
export class RowMaker {
  readonly #context: RepositoryContext;
  readonly #creates: boolean;
  /** Whether rows have to be looked at before they are written: they may be of another type, or of newer code. */
  readonly looksFirst: boolean;
  /** Whether the entity's own row can be made or changed without knowing whether it is there. */
  readonly blind: boolean;

  constructor(context: RepositoryContext, series: CompiledSeries) {
    const { model } = context;
    this.#context = context;
    this.#creates = series.creates && isAlone(context.patterns);
    this.looksFirst = model.discriminator !== undefined || model.version !== undefined;
    this.blind = this.#creates && !this.looksFirst && model.columns.every(({ inKey }) => inKey);
  }

  /** Refuses a row of another type as absent, and one of newer code. */
  require(row: StoredRow | undefined): StoredRow | undefined {
    if (!row) return undefined;
    const { codec } = this.#context;
    if (!codec.accepts(row.columns)) throw this.#creates ? this.#taken() : this.#missing();
    checkWritable(codec, row.columns);
    return row;
  }

  /** Makes the row of a slot, with these cells: as 1 request, and 1 more where the entity has to be looked at. */
  async make(row: SlotRow, cells: Cells, scope: CallScope): Promise<readonly RowOperation[]> {
    if (row.number === 0) return [this.#insertOwner(row, cells)];
    return [await this.#owner(row, scope), { kind: 'insert', row: this.#furtherRow(row, cells) }];
  }

  /** Makes the entity's own row, or changes it. Only where `blind`. */
  upsertOwner(owner: EntityKeys, cells: Cells): RowOperation {
    return { kind: 'upsertMerge', row: this.#ownRow(owner, cells) };
  }

  /** What a further row needs of the entity's own: that it is there, and tells of it. */
  async #owner({ owner, mark }: SlotRow, scope: CallScope): Promise<RowOperation> {
    if (this.blind) return this.upsertOwner(owner, mark);
    const context = this.#context;
    const stored = this.require(await context.store.readTyped(readRow(context, owner, []), scope));
    return stored
      ? { kind: 'merge', row: rowOfCells(owner, mark), ifMatch: this.looksFirst ? stored.etag : '*' }
      : this.#insertOwner(owner, mark);
  }

  #insertOwner(owner: EntityKeys, cells: Cells): RowOperation {
    if (!this.#creates) throw this.#missing();
    return { kind: 'insert', row: this.#ownRow(owner, cells) };
  }

  /** The row of an entity that has nothing but its key, as the codec writes it. */
  #ownRow(owner: EntityKeys, cells: Cells) {
    const { codec, model } = this.#context;
    const empty = Object.assign(emptyColumns(), model.fixed);
    const { columns, types } = codec.encode(codec.decode(empty, owner));
    const own = Object.fromEntries(
      Object.entries(columns).map(([name, cell]) => [name, [types[name]!, cell] as const]),
    );
    return rowOfCells(owner, own, cells);
  }

  /** Says of which type its entity is, so that queries for that type find it. */
  #furtherRow(row: SlotRow, cells: Cells) {
    const { discriminator } = this.#context.model;
    const type: Cells = discriminator ? { [discriminator.column]: ['Edm.String', discriminator.value] } : {};
    return rowOfCells(row, type, cells);
  }

  #missing(): EntityNotFoundError {
    return new EntityNotFoundError(this.#about());
  }

  #taken(): EntityExistsError {
    return new EntityExistsError(this.#about());
  }

  #about() {
    const { model, table } = this.#context;
    return { entity: model.name, table };
  }
}
