import { compileCondition, type QueryPlan } from '../../../plan/index.js';
import type { CallScope, ReadRow } from '../../../store/index.js';
import type { RepositoryContext } from '../../context.js';
import { pointRead } from '../../operations/read.js';
import { putStamp } from '../../stamp.js';
import type { PathReader } from '../path-reader.js';
import { viewOf } from '../view.js';
import { ofThisKind, primaryDecoder, type RowDecoder } from './decode-row.js';
import { inOrder } from './in-order.js';
import type { RowsReader } from './query-run.js';

/** What becomes of the entities that were found. */
export interface Finish {
  /** The properties of a projection. */
  readonly view?: readonly string[];
  /** Whether they remember what they were read from, so that they can be written. */
  readonly stamped: boolean;
}

/** Turns the rows of a plan into its results, in the same order. */
export class RowReader implements RowsReader {
  readonly #context: RepositoryContext;
  readonly #finish: Finish;
  readonly #decoder: RowDecoder;
  readonly #satisfies: ((entity: object) => boolean) | undefined;
  /** The index whose rows only lead to the primary ones. */
  readonly #index: PathReader | undefined;

  constructor(context: RepositoryContext, plan: QueryPlan, finish: Finish) {
    const { codec, patterns } = context;
    const reader = patterns.readers.find(({ path }) => path.name === plan.path);
    this.#context = context;
    this.#finish = finish;
    this.#index = plan.fetchPrimary ? reader : undefined;
    this.#decoder =
      reader && !plan.fetchPrimary
        ? { decode: (row) => ofThisKind(() => reader.decode(row)) }
        : primaryDecoder(context, plan.fetchPrimary ? [] : plan.parts);
    this.#satisfies = plan.residual && compileCondition(codec, plan.residual);
  }

  /** Rows of other kinds, and those that do not satisfy the rest of the conditions, are left out. */
  async read(rows: readonly ReadRow[], scope: CallScope): Promise<readonly object[]> {
    const index = this.#index;
    if (index) {
      const found = await inOrder(rows, scope, (row, within) => this.#fetch(index, row, within));
      return found.filter((result) => result !== undefined);
    }
    const results: object[] = [];
    const { admit } = this.#decoder;
    for (const row of rows) {
      const admitting = admit ? admit(row) : row;
      // Waiting costs a turn of the event loop for each row: only where there is something to wait for.
      const admitted = admitting instanceof Promise ? await admitting : admitting;
      const result = admitted && this.#result(admitted);
      if (result) results.push(result);
    }
    return results;
  }

  /** One request: the entity of which the row is a copy, unless the copy lags behind it. */
  async #fetch(index: PathReader, copy: ReadRow, scope: CallScope): Promise<object | undefined> {
    const context = this.#context;
    const keys = ofThisKind(() => index.primaryKeys(copy));
    const row = keys && (await context.store.read(pointRead(context, keys), scope));
    const { admit } = this.#decoder;
    const admitted = row && admit ? await admit(row) : row;
    return admitted && this.#result(admitted, (entity) => index.isCurrent?.(copy, entity) ?? true);
  }

  #result(row: ReadRow, isCurrent?: (entity: object) => boolean): object | undefined {
    const entity = this.#decoder.decode(row);
    if (!entity || this.#satisfies?.(entity) === false || isCurrent?.(entity) === false) return undefined;
    const { view, stamped } = this.#finish;
    if (view) return viewOf(entity, view);
    if (!stamped) return entity;
    const { raw, etag, partitionKey, rowKey } = row;
    return putStamp(entity, { raw, etag, partitionKey, rowKey, origin: this.#context.origin });
  }
}
