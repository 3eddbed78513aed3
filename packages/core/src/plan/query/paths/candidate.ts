import type { AccessPath } from '../access-path.js';
import { type Branch, distribute, undivided } from '../branches/distribute.js';
import { mergePieces } from '../branches/merge-pieces.js';
import { type Piece, piecesOf } from '../branches/piece.js';
import { reconcile } from '../branches/reconcile.js';
import type { Condition } from '../condition.js';
import { simplify } from '../meaning/simplify.js';
import type { QueryInput } from '../query-input.js';
import type { AccessKind } from '../query-plan.js';
import { holdsBranch, impliesWhere, namesOneElement, variablesOf } from './usable.js';

/** More reads than this are refused, or become one scan. */
export const MAX_PIECES = 1_000;

/** How a query would be served by one path. */
export interface Candidate {
  readonly path: AccessPath;
  /** What is asked of the path's rows, without what all of them satisfy. */
  readonly condition: Condition;
  readonly access: AccessKind;
  /** In the order of their keys; disjoint. */
  readonly pieces: readonly Piece[];
  /** Of the least narrow piece. */
  readonly narrowness: number;
  /** The alternatives were too many to read each on its own. */
  readonly undivided: boolean;
}

/** The candidate of a path; undefined if the path may lack rows that the query asks for. */
export function candidateOf(
  input: QueryInput,
  path: AccessPath,
  condition: Condition,
): Candidate | undefined {
  const { codec, paths, via } = input;
  const asked = path === paths[0] || path.name === via;
  if (!asked && !impliesWhere(codec, path, condition)) return undefined;
  const variables = variablesOf(path);
  const left =
    path.where === undefined ? condition : simplify(codec, condition, beside(variables, path.where));

  const divided = distribute(codec, left, variables, MAX_PIECES);
  const branches = settled(input, divided ?? [undivided(codec, left)]);
  const perBranch = branches.map((branch) => piecesOf(codec, path, branch));
  if (!asked) {
    const complete = branches.every((branch) => holdsBranch(codec, path, branch));
    // A value that only the index cannot hold says nothing about the entities.
    const possible = perBranch.length > 0 && perBranch.every((some) => some.length > 0);
    if (!complete || !possible || !namesOneElement(path, branches)) return undefined;
  }
  const candidate = { path, condition: left, undivided: divided === undefined };
  const pieces = perBranch.flat();
  if (!pieces.some(({ access }) => access === 'table')) {
    return { ...candidate, ...summary(mergePieces(pieces)) };
  }
  // Ranges of partitions and of rows overlap in too many ways: one scan, and the alternatives on each row.
  const whole = settled(input, [undivided(codec, left)]).flatMap((branch) => piecesOf(codec, path, branch));
  return { ...candidate, ...summary(whole.slice(0, 1)) };
}

/** What all rows of a path satisfy need not be asked of them, save what makes up the keys to look for. */
function beside(
  variables: ReadonlySet<string>,
  where: NonNullable<AccessPath['where']>,
): NonNullable<AccessPath['where']> {
  return Object.fromEntries(Object.entries(where).filter(([property]) => !variables.has(property)));
}

function settled({ codec }: QueryInput, branches: readonly Branch[]): Branch[] {
  return branches.map((branch) => reconcile(codec, branch)).filter((branch) => branch !== undefined);
}

const ORDER: readonly AccessKind[] = ['none', 'point', 'range', 'partition', 'table'];

function summary(pieces: readonly Piece[]): Pick<Candidate, 'access' | 'pieces' | 'narrowness'> {
  const worst = Math.max(0, ...pieces.map(({ access }) => ORDER.indexOf(access)));
  return {
    pieces,
    access: ORDER[worst]!,
    narrowness: pieces.reduce((least, piece) => Math.min(least, piece.narrowness), Number.POSITIVE_INFINITY),
  };
}

/** Negative if `a` serves better than `b`. Of equals, the earlier path is taken: the primary is the first. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  const byAccess = ORDER.indexOf(a.access) - ORDER.indexOf(b.access);
  if (byAccess !== 0) return byAccess;
  // Points are as narrow as can be, and a scan of everything is one whatever it is filtered by.
  return a.access === 'range' ? b.narrowness - a.narrowness : 0;
}
