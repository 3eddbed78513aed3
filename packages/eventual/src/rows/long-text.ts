import type { Row } from '@tablewright/core';
import { type Cells, textOf } from './system-row.js';

/** A little less than a column takes. */
const LONGEST = 32_000;

/** A text that may be too long for one column: the rest of it is in columns of the same name with a number. */
export function longText(name: string, text: string): Cells {
  const cells: Record<string, Cells[string]> = {};
  let at = 0;
  for (let number = 1; number === 1 || at < text.length; number++) {
    const end = at + LONGEST;
    // A column does not hold half of a surrogate pair.
    const cut = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
    cells[number === 1 ? name : name + number] = ['Edm.String', text.slice(at, cut)];
    at = cut;
  }
  return cells;
}

export function longTextOf(row: Row, name: string): string {
  let text = textOf(row, name);
  for (let number = 2; row.columns[name + number] !== undefined; number++) text += textOf(row, name + number);
  return text;
}
