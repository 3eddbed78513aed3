import { BEHIND, SEPARATOR } from './behind-key.js';

export const MOST_CHUNKS = 1000;

/** The rows that a list takes. Which of them holds an id follows from the id alone. */
export interface Chunks {
  readonly count: number;
  rowKey(list: string, id: string): string;
  /** What to read for the whole list. */
  lookup(list: string): { readonly rowKey: string } | { readonly from: string; readonly to: string };
}

export function chunksOf(count: number): Chunks {
  if (count === 1) return { count, rowKey: (list) => list, lookup: (rowKey) => ({ rowKey }) };
  const digits = String(count - 1).length;
  return {
    count,
    rowKey: (list, id) => `${list}${SEPARATOR}${String(hash(id) % count).padStart(digits, '0')}`,
    lookup: (list) => ({ from: list + SEPARATOR, to: list + BEHIND }),
  };
}

/** FNV-1a over UTF-16 units: stored rows depend on it, so it never changes. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  // The low bits of neighbouring numbers are alike; the high ones are mixed in.
  return (sum ^ (sum >>> 15)) >>> 0;
}
