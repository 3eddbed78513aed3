import { compileCondition, type Predicate, type QueryPlan } from '../../../plan/index.js';
import type { ReadRow } from '../../../store/index.js';
import type { RepositoryContext } from '../../context.js';
import type { PathReader } from '../path-reader.js';
import { primaryDecoder, type RowDecoder } from './decode-row.js';

/** How rows of an index lead to the primary ones. */
export interface Lead {
  readonly index: PathReader;
  /** Whether the primary row is read in place of this one. */
  leads(row: ReadRow): boolean;
  /** Of the primary rows. */
  readonly decoder: RowDecoder;
  /** What is checked on the entities. */
  readonly satisfies: Predicate | undefined;
}

/** `undefined`: the rows of the index are enough, all of them. */
export function leadOf(
  context: RepositoryContext,
  { fetchPrimary, recheck }: QueryPlan,
  index: PathReader,
  satisfies: Predicate | undefined,
): Lead | undefined {
  if (fetchPrimary) return { index, leads: () => true, decoder: primaryDecoder(context, []), satisfies };
  if (!recheck || !index.isComplete) return undefined;
  return {
    index,
    leads: (row) => !index.isComplete!(row),
    decoder: primaryDecoder(context, []),
    satisfies: compileCondition(context.codec, recheck),
  };
}
