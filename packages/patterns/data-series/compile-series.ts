import type { DefinitionScope } from '@tablewright/core';
import type { ReadSeries } from './read-declarations.js';
import { OPERATIONS_COLUMN } from './recent-operations.js';
import { furtherRowKey, markOf } from './row-keys.js';
import type { Slots } from './slots.js';
import type { ValueKind } from './values.js';

const MOST_COLUMNS = 252;
/** All rows of an entity go in one transaction when it is deleted. */
const MOST_ROWS = 90;

/** A series that was checked against its entity. */
export interface CompiledSeries {
  readonly name: string;
  /** What its columns begin and end with: names its further rows, too. */
  readonly id: string;
  readonly slots: Slots<unknown>;
  readonly kind: ValueKind;
  readonly missing: number | bigint | undefined;
  /** Whether a write of a slot may make the entity. */
  readonly creates: boolean;
  readonly perRow: number;
  /** In how many rows it is stored; 0 is the entity's own. */
  readonly rows: number;
  columnOf(index: number): string;
  rowOf(index: number): number;
  rowKeyOf(owner: string, row: number): string;
}

/** Checks the series of an entity. Whatever cannot work fails here, with what to do instead. */
export function compileSeries(
  scope: DefinitionScope,
  declared: readonly ReadSeries[],
): readonly CompiledSeries[] {
  const compiled = declared.map((series) => compileOne(scope, series));
  checkColumns(scope, compiled);
  const further = compiled.reduce((sum, { rows }) => sum + rows - 1, 0);
  if (further > MOST_ROWS) {
    scope.fail(
      `the series take ${further} further rows; ${MOST_ROWS} are the most. Give each entity less of them.`,
    );
  }
  return compiled;
}

function compileOne(scope: DefinitionScope, series: ReadSeries): CompiledSeries {
  const { name, slots, kind, missing, perRow, create, affixes } = series;
  const [before, behind] = affixes;
  const digits = String(slots.first + slots.count - 1).length;
  const id = before + behind;
  const others = scope.model.columns.filter(({ inKey }) => !inKey);
  const needed = others.find(({ required }) => required);
  if (create && needed) {
    scope.fail(
      `'${name}': create makes entities without '${needed.property}', which must have a value. Leave create out.`,
    );
  }
  return {
    name,
    id,
    slots,
    kind,
    missing,
    creates: create ?? others.length === 0,
    perRow,
    rows: Math.ceil(slots.count / perRow),
    columnOf: (index) => `${before}${String(slots.first + index).padStart(digits, '0')}${behind}`,
    rowOf: (index) => Math.floor(index / perRow),
    rowKeyOf: (owner, row) => (row === 0 ? owner : furtherRowKey(owner, id, row)),
  };
}

/** No column twice, and no more of them than the entity's row holds. */
function checkColumns({ model, fail }: DefinitionScope, all: readonly CompiledSeries[]): void {
  const owners = new Map(Object.keys(model.types).map((column) => [column, 'the class']));
  const ids = new Map<string, string>();
  let count = owners.size + 1;
  for (const series of all) {
    const { name, id, rows } = series;
    if (ids.has(id))
      fail(`'${ids.get(id)}' and '${name}' name their columns alike. Give one of them another column.`);
    ids.set(id, name);
    for (const column of columnsOf(series)) {
      if (owners.has(column))
        fail(`'${name}': ${owners.get(column)} has a column '${column}' already. Name another.`);
      owners.set(column, `'${name}'`);
    }
    count += inOwnRow(series) + rows - 1;
  }
  if (count <= MOST_COLUMNS) return;
  fail(
    `the entity's own row would hold ${count} columns, ${OPERATIONS_COLUMN} among them; a row holds ${MOST_COLUMNS}. Put fewer slots into each row: perRow.`,
  );
}

/** All columns of a series, in the order of its slots. */
export function columnsOf({ slots, columnOf }: CompiledSeries): readonly string[] {
  return Array.from({ length: slots.count }, (_, index) => columnOf(index));
}

/** The columns by which the entity's own row tells of further rows, by the name of the row they stand for. */
export function marksOf(series: readonly CompiledSeries[]): ReadonlyMap<string, (owner: string) => string> {
  return new Map(
    series.flatMap(({ id, rows, rowKeyOf }) =>
      Array.from({ length: rows - 1 }, (_, at) => {
        const row = at + 1;
        return [markOf(id, row), (owner: string) => rowKeyOf(owner, row)] as const;
      }),
    ),
  );
}

function inOwnRow({ slots, perRow }: CompiledSeries): number {
  return Math.min(slots.count, perRow);
}
