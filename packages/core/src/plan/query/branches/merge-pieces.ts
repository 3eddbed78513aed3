import { canonicalCondition } from '../meaning/canonical-condition.js';
import { all, any, isAlways } from '../meaning/simplify.js';
import { compareCuts, hull } from '../ranges/cut-range.js';
import type { Piece } from './piece.js';

const WORSE = ['point', 'range', 'partition', 'table'] as const;

/** Pieces of whole partitions in the order of their keys, disjoint: none of their rows is read twice. */
export function mergePieces(pieces: readonly Piece[]): Piece[] {
  const sorted = [...pieces].sort(
    (a, b) => compareCuts(a.partition.from, b.partition.from) || compareCuts(a.range.from, b.range.from),
  );
  const merged: Piece[] = [];
  for (const piece of sorted) {
    const last = merged.at(-1);
    if (last && meets(last, piece)) merged[merged.length - 1] = merge(last, piece);
    else merged.push(piece);
  }
  return merged;
}

/** Overlapping, or touching with the same rest. `b` begins no earlier than `a`. */
function meets(a: Piece, b: Piece): boolean {
  if (a.partition.from.key !== b.partition.from.key) return false;
  const gap = compareCuts(a.range.to, b.range.from);
  return gap > 0 || (gap === 0 && a.access !== 'point' && b.access !== 'point' && sameRest(a, b));
}

function merge(a: Piece, b: Piece): Piece {
  const sameRange =
    compareCuts(a.range.from, b.range.from) === 0 && compareCuts(a.range.to, b.range.to) === 0;
  const same = sameRest(a, b);
  return {
    partition: a.partition,
    range: hull(a.range, b.range),
    rest: same ? a.rest : alternatives(a, b),
    access: WORSE[Math.max(WORSE.indexOf(a.access), WORSE.indexOf(b.access))]!,
    narrowness: Math.min(a.narrowness, b.narrowness),
    loose: a.loose || b.loose || !(sameRange || same),
  };
}

function alternatives(a: Piece, b: Piece) {
  const either = any([all(a.rest), all(b.rest)]);
  return isAlways(either) ? [] : [either];
}

function sameRest(a: Piece, b: Piece): boolean {
  return canonicalCondition(all(a.rest)) === canonicalCondition(all(b.rest));
}
