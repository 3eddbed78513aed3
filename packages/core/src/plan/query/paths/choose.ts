import { OptionsError } from '../../../errors/index.js';
import type { AccessPath } from '../access-path.js';
import type { Condition } from '../condition.js';
import { PathNotReadyError, QueryTooLargeError } from '../errors.js';
import type { QueryInput } from '../query-input.js';
import { type Candidate, candidateOf, compareCandidates, MAX_PIECES } from './candidate.js';
import { scanRefusal } from './scan-refusal.js';

/** The path that serves a condition best, or a coded error if none does without a scan that was not allowed. */
export function choosePath(input: QueryInput, condition: Condition): Candidate {
  const candidates = offered(input)
    .map((path) => candidateOf(input, path, condition))
    .filter((candidate) => candidate !== undefined);
  const best = candidates.reduce((a, b) => (compareCandidates(b, a) < 0 ? b : a));
  if (isAllowed(best, input.scan)) return best;
  if (best.undivided) throw new QueryTooLargeError(input.entity, MAX_PIECES);
  throw scanRefusal(input, best);
}

function offered({ entity, paths, via }: QueryInput): readonly AccessPath[] {
  if (via === undefined) {
    return paths.filter(({ state, onlyNamed }, i) => i === 0 || (state === 'ready' && !onlyNamed));
  }
  const path = paths.find(({ name }) => name === via);
  if (path === undefined) {
    throw new OptionsError(
      'via',
      `${entity} has no index of that name. Name one that its repository declares.`,
    );
  }
  if (path.state !== 'ready') throw new PathNotReadyError(entity, path.name, path.state);
  return [path];
}

function isAllowed({ access }: Candidate, scan: QueryInput['scan']): boolean {
  if (access === 'partition') return scan === 'partition' || scan === 'table';
  return access !== 'table' || scan === 'table';
}
