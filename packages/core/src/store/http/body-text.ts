import { isAscii } from 'node:buffer';

/** A reply's text. Nearly all of them are plain ASCII, which needs no decoding. */
export function bodyText(chunks: readonly Buffer[]): string {
  if (chunks.length === 0) return '';
  // Joined first: a character may lie on the border of two chunks.
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString();
}
