import { isAscii } from 'node:buffer';
import { unzipSync } from 'node:zlib';

/** A reply's text. Nearly all of them are plain ASCII, which needs no decoding. */
export function bodyText(chunks: readonly Buffer[], encoding?: string): string {
  if (chunks.length === 0) return '';
  // Joined first: a character may lie on the border of two chunks.
  const joined = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  // Nobody asks for compressed replies, but a gateway may send them all the same.
  const bytes = encoding && /^(?:x-)?(?:gzip|deflate)$/i.test(encoding) ? unzipSync(joined) : joined;
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString();
}
