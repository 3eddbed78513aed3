import { canonicalCondition } from '../meaning/canonical-condition.js';
import { all, any, isAlways } from '../meaning/simplify.js';
import { type CutRange, compareCuts, hull } from '../ranges/cut-range.js';
import type { Piece } from './piece.js';

/** Pieces that share rows, or that can be read as one. */
interface Cluster {
  readonly pieces: Piece[];
  /** Their different rests, by their text. */
  readonly rests: Map<string, Piece>;
  range: CutRange;
}

/** Pieces of whole partitions in the order of their keys, disjoint: none of their rows is read twice. */
export function mergePieces(pieces: readonly Piece[]): Piece[] {
  const sorted = [...pieces].sort(
    (a, b) => compareCuts(a.partition.from, b.partition.from) || compareCuts(a.range.from, b.range.from),
  );
  const clusters: Cluster[] = [];
  for (const piece of sorted) {
    const rest = canonicalCondition(all(piece.rest));
    const last = clusters.at(-1);
    if (last && meets(last, piece, rest)) {
      last.pieces.push(piece);
      last.rests.set(rest, piece);
      last.range = hull(last.range, piece.range);
    } else {
      clusters.push({ pieces: [piece], rests: new Map([[rest, piece]]), range: piece.range });
    }
  }
  return clusters.map(merged);
}

/** Overlapping, or touching with the same rest. No piece begins before those of the cluster. */
function meets({ pieces, rests, range }: Cluster, piece: Piece, rest: string): boolean {
  const last = pieces.at(-1)!;
  if (last.partition.from.key !== piece.partition.from.key) return false;
  const gap = compareCuts(range.to, piece.range.from);
  if (gap !== 0) return gap > 0;
  return last.access !== 'point' && piece.access !== 'point' && rests.size === 1 && rests.has(rest);
}

const WORSE = ['point', 'range', 'partition', 'table'] as const;

function merged({ pieces, rests, range }: Cluster): Piece {
  const [first, ...others] = pieces as [Piece, ...Piece[]];
  if (others.length === 0) return first;
  const either = any([...rests.values()].map(({ rest }) => all(rest)));
  return {
    partition: first.partition,
    range,
    rest: rests.size === 1 ? first.rest : isAlways(either) ? [] : [either],
    access: WORSE[Math.max(...pieces.map(({ access }) => WORSE.indexOf(access)))]!,
    narrowness: Math.min(...pieces.map(({ narrowness }) => narrowness)),
    loose:
      pieces.some(({ loose }) => loose) || !(rests.size === 1 || pieces.every((piece) => same(piece, range))),
  };
}

function same({ range }: Piece, { from, to }: CutRange): boolean {
  return compareCuts(range.from, from) === 0 && compareCuts(range.to, to) === 0;
}
