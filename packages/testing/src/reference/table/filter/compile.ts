import type { KeyRange } from '../table.js';
import { type Predicate, predicateOf } from './evaluate.js';
import { keyRangeOf, WHOLE } from './key-range.js';
import { parseFilter } from './parse.js';

/** A filter that is ready to be applied. */
export interface CompiledFilter {
  readonly range: KeyRange;
  readonly matches: Predicate;
}

const ALL: CompiledFilter = { range: WHOLE, matches: () => true };
/** Programs ask the same things again and again. */
const compiled = new Map<string, CompiledFilter>();
const MOST = 1_000;

export function compileFilter(text: string | undefined): CompiledFilter {
  if (text === undefined || text.trim() === '') return ALL;
  const known = compiled.get(text);
  if (known) return known;
  const filter = parseFilter(text);
  const made = { range: keyRangeOf(filter), matches: predicateOf(filter) };
  if (compiled.size >= MOST) compiled.clear();
  compiled.set(text, made);
  return made;
}
