import {
  type CellValue,
  type Columns,
  type ColumnTypes,
  emptyColumns,
  emptyTypes,
  type PropertyModel,
  type Row,
  sameCell,
} from '@tablewright/core';
import type { Sides } from './sides.js';

/** The copied columns, as a referrer holds them. */
export interface Values {
  readonly columns: Columns;
  readonly types: ColumnTypes;
  /** Those for which there is no value. */
  readonly removed: readonly string[];
}

/** What is copied. Works on stored rows alone. */
export interface Copies {
  /** The columns of the referrer that hold copies, and those of the source that are copied. */
  readonly columns: readonly string[];
  readonly sourceColumns: readonly string[];
  /** What a source gives to its referrers. Throws for what its class cannot read. */
  from(source: Row): Values;
  /** What a referrer holds. */
  of(referrer: Row): Values;
  /** Whether what a referrer holds is of the declared types, as far as they are known. */
  fit(referrer: Row): boolean;
  /** Whether a referrer holds exactly this. */
  isSame(referrer: Row, values: Values): boolean;
  readonly none: Values;
}

export function compileCopies(sides: Sides, copy: readonly (readonly [string, string])[]): Copies {
  const { source, referrer } = sides;
  const pairs = copy.map(([to, from]) => checkedPair(sides, to, from));
  const types = emptyTypes();
  for (const { to } of pairs) types[to.column] = to.edm;
  const columns = pairs.map(({ to }) => to.column);
  const valuesOf = (cellOf: (pair: Pair) => CellValue | undefined): Values => {
    const present = emptyColumns();
    const removed: string[] = [];
    for (const pair of pairs) {
      const cell = cellOf(pair);
      if (cell === undefined) removed.push(pair.to.column);
      else present[pair.to.column] = pair.to.edm === 'Edm.Int64' ? String(cell) : cell;
    }
    return { columns: present, types, removed };
  };
  const hasType = (row: Row, column: string) =>
    row.columns[column] === undefined || (row.types[column] ?? types[column]) === types[column];
  return {
    columns,
    sourceColumns: pairs.map(({ from }) => from.column),
    from(row) {
      const upgraded = source.upgraded(row);
      return valuesOf(({ from }) => {
        const codec = source.property(from.property)!;
        const cell = upgraded.columns[from.column];
        if (cell === undefined) return from.constantDefault ? codec.encode(undefined) : undefined;
        // What the class of the source cannot read must not get into others as well.
        codec.decode(cell);
        return cell;
      });
    },
    of: (row) => valuesOf(({ to }) => referrer.upgraded(row).columns[to.column]),
    fit: (row) => columns.every((column) => hasType(row, column)),
    isSame(row, values) {
      return columns.every((column) => {
        const [has, wanted] = [row.columns[column], values.columns[column]];
        if (has === undefined || wanted === undefined) return has === wanted;
        return hasType(row, column) && sameCell(types[column]!, has, wanted);
      });
    },
    none: valuesOf(() => undefined),
  };
}

interface Pair {
  readonly to: PropertyModel;
  readonly from: PropertyModel;
}

function checkedPair({ source, referrer, fail }: Sides, copied: string, given: string): Pair {
  const to = referrer.model.properties.get(copied);
  const from = source.model.properties.get(given);
  if (!to) return fail(`copy names '${copied}', which is not a mapped property of ${referrer.model.name}.`);
  if (!from) return fail(`copy names '${given}', which is not a mapped property of ${source.model.name}.`);
  if (to.inKey || to.computed || !to.stored) {
    return fail(`copy: '${copied}' is part of a key, or computed. Copies are columns of their own.`);
  }
  if (to.required || to.makeDefault !== undefined) {
    return fail(`copy: '${copied}' must be optional, without a default: who refers to nobody has no copy.`);
  }
  if (!from.stored) return fail(`copy: '${given}' of ${source.model.name} has no column to copy.`);
  if (from.makeDefault !== undefined && !from.constantDefault) {
    return fail(
      `copy: the default of '${given}' is a function, so that it may be another one each time. Give it a constant default, or none.`,
    );
  }
  if (to.kind !== from.kind || to.edm !== from.edm || to.convert !== from.convert) {
    return fail(
      `copy: '${copied}' is stored in another way than '${given}' of ${source.model.name}. Declare both alike.`,
    );
  }
  return { to, from };
}
