const NAME = 'etag: ';

/** Where an ETag stands in a reply. */
export interface EtagPlace {
  readonly from: number;
  readonly to: number;
}

/** The ETag among the headers of a part, which lie from `start` to `end`. */
export function etagIn(text: string, start: number, end: number): EtagPlace | undefined {
  for (let line = start; line < end; ) {
    let next = text.indexOf('\n', line);
    if (next < 0 || next > end) next = end;
    const last = next > line && text.charCodeAt(next - 1) === CR ? next - 1 : next;
    // An empty line ends the headers.
    if (last === line) return undefined;
    if ((text.charCodeAt(line) | LOWER) === E && isEtagLine(text, line)) {
      return { from: line + NAME.length, to: last };
    }
    line = next + 1;
  }
  return undefined;
}

function isEtagLine(text: string, line: number): boolean {
  return text.slice(line, line + NAME.length).toLowerCase() === NAME;
}

const CR = 13;
const E = 101;
const LOWER = 0x20;
