import type { Paint, Style } from './colours.js';
import { truncate } from './text.js';

export interface Cell {
  readonly text: string;
  readonly style?: Style | undefined;
}

const GAP = 2;

const LEAST = 6;

/** The width of each column. The widest are cut back until all fit, the first `keep` of them last. */
export function columnWidths(rows: readonly (readonly Cell[])[], available: number, keep = 0): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach(({ text }, i) => {
      widths[i] = Math.max(widths[i] ?? 0, text.length);
    });
  }
  let excess = widths.reduce((sum, width) => sum + width, 0) - available;
  for (; excess > 0; excess--) {
    const widestOther = Math.max(0, ...widths.slice(keep));
    const widest =
      widestOther > LEAST ? widths.indexOf(widestOther, keep) : widths.indexOf(Math.max(...widths));
    widths[widest] = widths[widest]! - 1;
  }
  return widths;
}

/** A cell at its full width. Painted last, so that colour never counts as width. */
export function paintCell({ text, style }: Cell, width: number, paint: Paint): string {
  const cut = truncate(text, width);
  return paint(style, cut) + ' '.repeat(width - cut.length);
}

/** Aligned columns without lines, of which the first `keep` are cut last. */
export function alignColumns(
  rows: readonly (readonly Cell[])[],
  width: number,
  paint: Paint,
  keep = 0,
): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = columnWidths(rows, width - GAP * (count - 1), keep);
  return rows.map((row) =>
    row
      .map((cell, i) => paintCell(cell, widths[i]!, paint))
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}
