import type { CompiledTemplate } from '@tablewright/core';
import { type Field, type Literal, type Piece, piecesOf } from './template-pieces.js';

/**
 * Whether it is certain that two templates never write the same key. They are followed from left to right, past what
 * both write alike, to the first place where they surely differ.
 */
export function neverSameKey(a: CompiledTemplate, b: CompiledTemplate): boolean {
  return differ(piecesOf(a), piecesOf(b));
}

function differ(a: readonly Piece[], b: readonly Piece[]): boolean {
  const [[headOfA, ...restOfA], [headOfB, ...restOfB]] = [a, b];
  if (!headOfA || !headOfB) return isLonger(headOfA ?? headOfB);
  if (isField(headOfA) && isField(headOfB)) {
    // Different values differ; equal ones take up the same text, behind which it goes on.
    return headOfA.coding === headOfB.coding && differ(restOfA, restOfB);
  }
  if (isField(headOfA)) return !headOfA.mayBeginWith((headOfB as Literal).literal.charAt(0));
  if (isField(headOfB)) return !headOfB.mayBeginWith(headOfA.literal.charAt(0));
  const [shorter, longer] = [headOfA.literal, headOfB.literal].toSorted((x, y) => x.length - y.length) as [
    string,
    string,
  ];
  if (!longer.startsWith(shorter)) return true;
  const cut = ({ literal }: Literal, rest: readonly Piece[]) =>
    literal.length === shorter.length ? rest : [{ literal: literal.slice(shorter.length) }, ...rest];
  return differ(cut(headOfA, restOfA), cut(headOfB, restOfB));
}

/** Where one key ends, whether the other surely goes on: text may be empty. */
function isLonger(rest: Piece | undefined): boolean {
  return rest !== undefined && !(isField(rest) && rest.open);
}

function isField(piece: Piece): piece is Field {
  return 'coding' in piece;
}
