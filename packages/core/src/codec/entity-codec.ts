import { type CellValue, type Columns, emptyColumns, type Row } from '../edm/index.js';
import type { EntityModel } from '../model/index.js';
import type { Decode, Encode, EntityKeys, MappingParts, WriteKeys } from './mapping/index.js';
import { decodeOf, encodeOf, writeKeysOf } from './mapping/index.js';
import { PropertyCodec } from './property-codec.js';
import type { RawRow } from './raw-row.js';
import { versionOf } from './row-version.js';
import { storedColumns } from './typed-row.js';
import { droppedColumns, upgradeRow } from './upgrade-row.js';

export type { EntityKeys } from './mapping/index.js';

/** What turns a stored row into the wanted one: columns to write, and columns to take away. */
export interface ColumnDiff {
  readonly columns: Columns;
  readonly removed: readonly string[];
}

/** Instances to rows and back, for one entity class. */
export class EntityCodec<E extends object = object> {
  readonly model: EntityModel<E>;
  readonly #columns: readonly PropertyCodec[];
  readonly #byProperty: ReadonlyMap<string, PropertyCodec>;
  readonly #upgrades: boolean;
  readonly #fixed: readonly (readonly [column: string, cell: CellValue])[];
  readonly #parts: MappingParts;
  // Made when they are first needed: a program that only writes never pays for reading.
  #writeKeys: WriteKeys | undefined;
  #encode: Encode | undefined;
  #decode: Decode | undefined;

  constructor(model: EntityModel<E>) {
    this.model = model;
    const codecs = [...model.properties.values()].map((property) => new PropertyCodec(model.name, property));
    this.#byProperty = new Map(codecs.map((codec) => [codec.model.property, codec]));
    this.#columns = codecs.filter((codec) => codec.model.stored);
    this.#upgrades = model.upgrades.size > 0;
    this.#fixed = Object.entries(model.fixed);
    const keys = codecs.filter((codec) => codec.model.inKey);
    this.#parts = { model, columns: this.#columns, keys, fixed: this.#fixed };
  }

  /** The physical address of an entity, or of anything that has its key properties. */
  keys(values: object): EntityKeys {
    this.#writeKeys ??= writeKeysOf(this.#parts);
    return this.#writeKeys(values);
  }

  encode(entity: E): Row {
    this.#encode ??= encodeOf(this.#parts);
    return this.#encode(entity);
  }

  /** A fresh instance of a stored row, upgraded if it is of an older version. */
  decode(stored: RawRow, keys: EntityKeys): E {
    this.#decode ??= decodeOf(this.#parts);
    return this.#decode(stored, keys) as E;
  }

  /**
   * What has to be written so that `stored` says what `wanted` says. Unknown columns are left alone, save
   * those that the upgraders of an older row took away.
   */
  diff(stored: RawRow, wanted: Row): ColumnDiff {
    const columns = emptyColumns();
    const removed: string[] = [];
    for (const codec of this.#columns) {
      const { column } = codec.model;
      const before = stored[column] ?? undefined;
      const after = wanted.columns[column];
      if (codec.same(before, after)) continue;
      if (after === undefined) removed.push(column);
      else columns[column] = after;
    }
    for (const [column, cell] of this.#fixed) {
      if (stored[column] !== cell) columns[column] = cell;
    }
    if (this.#upgrades) removed.push(...droppedColumns(this.model, stored));
    return { columns, removed };
  }

  /**
   * What has to be written so that `stored` also has the columns of `given`. An older row is brought to this
   * version by it: a new version over old columns would not be readable.
   */
  mergeOver(stored: RawRow, given: Row): ColumnDiff {
    const upgraded = this.#upgrades ? upgradeRow(this.model, stored) : stored;
    if (upgraded === stored) return { columns: given.columns, removed: [] };
    const columns = emptyColumns();
    const removed = [...droppedColumns(this.model, stored)];
    for (const codec of this.#columns) {
      const { column } = codec.model;
      const [before, after] = [stored[column] ?? undefined, upgraded[column] ?? undefined];
      if (before === after || given.columns[column] !== undefined) continue;
      if (after === undefined) removed.push(column);
      else columns[column] = codec.encodePresent(codec.decode(after));
    }
    return { columns: Object.assign(columns, given.columns), removed };
  }

  /** Whether a stored row is of this type, as far as its discriminator tells. */
  accepts(raw: RawRow): boolean {
    const { discriminator } = this.model;
    return discriminator === undefined || raw[discriminator.column] === discriminator.value;
  }

  /** The version that a row was written with; 1 where it does not say. */
  versionOf(raw: RawRow): number {
    return versionOf(this.model, raw);
  }

  /**
   * The values of some properties in a stored row, as key templates take them: before converters, with
   * constant defaults. `undefined` where the row has none: a function could make another one each time.
   */
  templateValues(row: Row, properties: Iterable<string>): Record<string, unknown> {
    const keys = { ...this.model.partition.decode(row.partitionKey), ...this.model.row.decode(row.rowKey) };
    const values = Object.create(null) as Record<string, unknown>;
    for (const name of properties) {
      const codec = this.#byProperty.get(name);
      if (!codec) continue;
      if (codec.model.inKey) values[name] = keys[name];
      else {
        const cell = row.columns[codec.model.column];
        const known = cell !== undefined || codec.model.constantDefault;
        const value = known ? codec.decode(cell) : undefined;
        values[name] = value === undefined || value === null ? undefined : codec.toStored(value);
      }
    }
    return values;
  }

  /** A stored row as the class's own version would have written it. The same row when it is not older. */
  upgraded(row: Row): Row {
    if (!this.#upgrades) return row;
    const columns = upgradeRow(this.model, row.columns);
    if (columns === row.columns) return row;
    return { ...row, columns: Object.assign(storedColumns(columns), this.model.fixed) };
  }

  /** The codec of a mapped property. */
  property(name: string): PropertyCodec | undefined {
    return this.#byProperty.get(name);
  }
}
