import type { Row, ServiceLimits } from '@tablewright/core';
import { Capacity } from './capacity.js';

export interface LayoutRules {
  readonly limits: ServiceLimits;
  /** Columns that only the primary row may hold. */
  readonly pinned: ReadonlySet<string>;
  readonly repeated: ReadonlySet<string>;
}

/** The columns of an entity row by row, the primary row first: in their order, as few rows as hold them. */
export function layOut(row: Row, { limits, pinned, repeated }: LayoutRules): readonly (readonly string[])[] {
  const names = Object.keys(row.columns);
  if (Capacity.fitsOneRow(row, limits)) return [names];
  const capacity = new Capacity(row, limits, repeated);
  const ordered = [...names.filter((name) => pinned.has(name)), ...names.filter((name) => !pinned.has(name))];
  const rows: string[][] = [[]];
  let bytes = 0;
  for (const name of ordered) {
    const size = capacity.bytesOf(name);
    const open = rows.at(-1)!;
    // What is pinned stays in the primary row, even where that is too much: then the row is refused.
    if (pinned.has(name) || open.length === 0 || capacity.takes(open.length + 1, bytes + size)) {
      open.push(name);
      bytes += size;
    } else {
      rows.push([name]);
      bytes = size;
    }
  }
  return rows;
}

/**
 * The same with columns left in the rows that hold them, and new ones put where there is room. `undefined`: it takes
 * another number of rows, or some of them hold too much.
 */
export function keepLayout(
  row: Row,
  held: readonly (readonly string[])[],
  rules: LayoutRules,
): readonly (readonly string[])[] | undefined {
  const { limits, pinned, repeated } = rules;
  if (held.length === 1) return Capacity.fitsOneRow(row, limits) ? [Object.keys(row.columns)] : undefined;
  if (Capacity.fitsOneRow(row, limits)) return undefined;
  const capacity = new Capacity(row, limits, repeated);
  const places = new Map(held.flatMap((names, place) => names.map((name) => [name, place] as const)));
  const rows: string[][] = held.map(() => []);
  const fresh: string[] = [];
  for (const name in row.columns) {
    const place = places.get(name) ?? (pinned.has(name) ? 0 : undefined);
    if (place === undefined) fresh.push(name);
    else if (place > 0 && pinned.has(name)) return undefined;
    else rows[place]!.push(name);
  }
  for (const name of fresh) {
    const place = rows.findLastIndex((names) => capacity.holds([...names, name]));
    if (place < 0) return undefined;
    rows[place]!.push(name);
  }
  const fits = rows.every((names, place) => (place === 0 || names.length > 0) && capacity.holds(names));
  return fits ? rows : undefined;
}
