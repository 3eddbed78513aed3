import type { Paint } from './colours.js';
import { type Cell, columnWidths, paintCell } from './columns.js';

export interface Table {
  /** How many columns from the left tell the rows apart: these are cut last. */
  readonly keep: number;
  /** One line or more. */
  readonly header: readonly (readonly Cell[])[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A table with lines around its cells. */
export function drawTable({ keep, header, rows }: Table, width: number, paint: Paint): string[] {
  const count = header[0]?.length ?? 0;
  const widths = columnWidths([...header, ...rows], width - 3 * count - 1, keep);
  const rule = (left: string, between: string, right: string) =>
    paint('dim', left + widths.map((cell) => '─'.repeat(cell + 2)).join(between) + right);
  const bar = paint('dim', '│');
  const line = (cells: readonly Cell[]) =>
    `${bar} ${cells.map((cell, i) => paintCell(cell, widths[i]!, paint)).join(` ${bar} `)} ${bar}`;
  return [
    rule('┌', '┬', '┐'),
    ...header.map(line),
    rule('├', '┼', '┤'),
    ...rows.map(line),
    rule('└', '┴', '┘'),
  ];
}
