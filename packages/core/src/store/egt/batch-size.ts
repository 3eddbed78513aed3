import { columnsBytes, EMPTY_ROW, insertBytes } from '../../codec/index.js';
import type { ServiceLimits } from '../../limits/index.js';
import type { RowOperation } from '../../plan/index.js';
import { rowPath } from '../endpoint.js';
import { guardOf } from '../row-verb.js';
import { batchBody } from './batch-body.js';

/** What the size of a transaction depends on, besides its rows: a TableStore has it. */
interface Sender {
  readonly url: string;
  readonly limits: ServiceLimits;
  newId(): string;
}

/**
 * How many bytes the body of a transaction takes, known before it is written. What does not depend on the rows
 * is measured, once, on bodies that the store writes.
 */
export class BatchSize {
  readonly #store: Sender;
  readonly #table: string;
  /** As long as the ids of the store are. */
  readonly #id: string;
  readonly #frame: number;
  readonly #parts = new Map<RowOperation['kind'], number>();
  readonly #known = new WeakMap<RowOperation, number>();

  constructor(store: Sender, table: string) {
    this.#store = store;
    this.#table = table;
    this.#id = store.newId();
    const probe: RowOperation = { kind: 'delete', row: EMPTY_ROW, ifMatch: '' };
    this.#frame = 2 * this.#measure([probe]) - this.#measure([probe, probe]);
  }

  of(operations: readonly RowOperation[]): number {
    let bytes = this.#frame;
    for (const operation of operations) bytes += this.#part(operation);
    return bytes;
  }

  #part(operation: RowOperation): number {
    let bytes = this.#known.get(operation);
    if (bytes === undefined) {
      bytes = this.#emptyPart(operation.kind) + this.#variable(operation);
      this.#known.set(operation, bytes);
    }
    return bytes;
  }

  #variable(operation: RowOperation): number {
    const { kind, row } = operation;
    if (kind === 'insert') return insertBytes(row);
    const path = rowPath(this.#table, row.partitionKey, row.rowKey).length;
    return path + Buffer.byteLength(guardOf(operation) ?? '') + (kind === 'delete' ? 0 : columnsBytes(row));
  }

  /** A part of this kind without its path, its ETag and its body. */
  #emptyPart(kind: RowOperation['kind']): number {
    let bytes = this.#parts.get(kind);
    if (bytes === undefined) {
      const probe = { kind, row: EMPTY_ROW, ifMatch: '' } as RowOperation;
      bytes = this.#measure([probe]) - this.#frame - this.#variable(probe);
      this.#parts.set(kind, bytes);
    }
    return bytes;
  }

  #measure(operations: readonly RowOperation[]): number {
    const { url, limits } = this.#store;
    const frame = { base: url, table: this.#table, id: this.#id, profile: limits.profile };
    return Buffer.byteLength(batchBody(frame, operations));
  }
}
