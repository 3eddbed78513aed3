import { emptyColumns, emptyTypes, type Row, StoredValueError, ValueError } from '@tablewright/core';
import type { CompiledSummary } from './compile-summary.js';

const LEAST = -(2n ** 63n);
const MOST = 2n ** 63n - 1n;

/** A count, and a sum for each term, in their order. */
export interface Totals {
  readonly count: bigint;
  readonly sums: readonly bigint[];
}

/** How totals are kept in a row: whole numbers alone, so that the order of additions never matters. */
export class TotalsRow {
  readonly #summary: CompiledSummary;
  readonly #entity: string;

  constructor(summary: CompiledSummary, entity: string) {
    this.#summary = summary;
    this.#entity = entity;
  }

  nothing(): Totals {
    return { count: 0n, sums: this.#summary.terms.map(() => 0n) };
  }

  /** What a row says. */
  read({ columns }: Pick<Row, 'columns'>): Totals {
    const { count, terms } = this.#summary;
    return {
      count: this.#whole(count, columns[count]),
      sums: terms.map(({ total }) => this.#whole(total, columns[total])),
    };
  }

  /** The row that says it; `undefined` where nobody counts. */
  write(keys: Pick<Row, 'partitionKey' | 'rowKey'>, { count, sums }: Totals): Row | undefined {
    if (count === 0n && sums.every((sum) => sum === 0n)) return undefined;
    const { terms } = this.#summary;
    const columns = emptyColumns();
    const types = emptyTypes();
    const put = (column: string, value: bigint) => {
      columns[column] = String(value);
      types[column] = 'Edm.Int64';
    };
    put(this.#summary.count, count);
    terms.forEach(({ total, property }, at) => {
      const sum = sums[at]!;
      if (sum < LEAST || sum > MOST) {
        const expected = 'values whose sum is a 64-bit integer';
        throw new ValueError({ entity: this.#entity, property, expected }, 'larger ones');
      }
      put(total, sum);
    });
    return { partitionKey: keys.partitionKey, rowKey: keys.rowKey, columns, types };
  }

  #whole(column: string, cell: unknown): bigint {
    if (/^-?\d{1,19}$/.test(String(cell))) return BigInt(cell as string | number);
    throw new StoredValueError({
      entity: this.#entity,
      property: column,
      column,
      expected: 'a whole number, which repair() can restore',
    });
  }
}

/** Totals with others added, or taken away. */
export function plus(totals: Totals, other: Totals, sign: 1n | -1n): Totals {
  return {
    count: totals.count + sign * other.count,
    sums: totals.sums.map((sum, at) => sum + sign * other.sums[at]!),
  };
}
