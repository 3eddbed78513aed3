import type { StoredRow } from '../edm/index.js';
import { parseTypedRow } from './typed-row.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** How deep the rows of a page are nested: the page, its `value` array, the row. */
const ROW_DEPTH = 3;

/** Reads the rows of a `minimalmetadata` page with their exact types. The page must be valid JSON. */
export function parseTypedPage(page: string): Omit<StoredRow, 'etag'>[] {
  return rowTexts(page).map(parseTypedRow);
}

/** The text of each object in the `value` array. Brackets inside of strings do not count. */
function rowTexts(page: string): string[] {
  const texts: string[] = [];
  let depth = 0;
  let member = '';
  let start = 0;
  for (let at = 0; at < page.length; at++) {
    switch (page.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(page, at);
        // The last string before a bracket at this depth is the name of the member that opens.
        if (depth === 1) member = page.slice(at, end + 1);
        at = end;
        break;
      }
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (++depth === ROW_DEPTH) start = at;
        break;
      case CLOSE_BRACE:
        if (depth-- === ROW_DEPTH && member === '"value"') texts.push(page.slice(start, at + 1));
        break;
      case CLOSE_BRACKET:
        depth--;
        break;
    }
  }
  return texts;
}

/** The closing quote: the first one with an even number of backslashes before it. */
function endOfString(text: string, open: number): number {
  for (let end = text.indexOf('"', open + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}
