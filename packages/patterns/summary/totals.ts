import {
  type Columns,
  type ColumnTypes,
  emptyColumns,
  emptyTypes,
  type Row,
  StoredValueError,
  ValueError,
} from '@tablewright/core';

/** A count, and a sum for each term, in their order. */
export interface Totals {
  readonly count: bigint;
  readonly sums: readonly bigint[];
}

/** The column of one total. */
export interface TotalColumn {
  readonly column: string;
  readonly edm: 'Edm.Int32' | 'Edm.Int64';
  /** The property that is added up, which errors name; left out for a count. */
  readonly property?: string;
}

/** Where the totals of a summary are kept, and of which entities. */
export interface TotalColumns {
  readonly entity: string;
  readonly count: TotalColumn;
  /** In the order of the terms. */
  readonly sums: readonly TotalColumn[];
}

/** How totals are kept in columns: whole numbers alone, so that the order of additions never matters. */
export class TotalCells {
  readonly #of: TotalColumns;

  constructor(of: TotalColumns) {
    this.#of = of;
  }

  nothing(): Totals {
    return { count: 0n, sums: this.#of.sums.map(() => 0n) };
  }

  /** What a row says. `absent` is what a column that is not there means; left out: the row is damaged. */
  read({ columns }: Pick<Row, 'columns'>, absent?: bigint): Totals {
    const { count, sums } = this.#of;
    const read = ({ column }: TotalColumn) => this.#whole(column, columns[column] ?? absent);
    return { count: read(count), sums: sums.map(read) };
  }

  /** The cells that say it. */
  write({ count, sums }: Totals): { readonly columns: Columns; readonly types: ColumnTypes } {
    const columns = emptyColumns();
    const types = emptyTypes();
    const put = (total: TotalColumn, value: bigint) => {
      const { column, edm } = total;
      columns[column] = edm === 'Edm.Int64' ? String(value) : Number(value);
      types[column] = edm;
      if (fits(value, edm)) return;
      const { property = column } = total;
      const expected = `values whose sum is a ${edm === 'Edm.Int64' ? 64 : 32}-bit integer`;
      throw new ValueError({ entity: this.#of.entity, property, expected }, 'larger ones');
    };
    put(this.#of.count, count);
    this.#of.sums.forEach((total, at) => {
      put(total, sums[at]!);
    });
    return { columns, types };
  }

  #whole(column: string, cell: unknown): bigint {
    if (/^-?\d{1,19}$/.test(String(cell))) return BigInt(cell as string | number | bigint);
    throw new StoredValueError({
      entity: this.#of.entity,
      property: column,
      column,
      expected: 'a whole number, which repair() can restore',
    });
  }
}

function fits(value: bigint, edm: TotalColumn['edm']): boolean {
  const most = edm === 'Edm.Int64' ? 2n ** 63n : 2n ** 31n;
  return value >= -most && value < most;
}

/** Totals with others added, or taken away. */
export function plus(totals: Totals, other: Totals, sign: 1n | -1n): Totals {
  return {
    count: totals.count + sign * other.count,
    sums: totals.sums.map((sum, at) => sum + sign * other.sums[at]!),
  };
}
