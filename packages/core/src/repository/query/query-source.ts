import type { RepositoryContext } from '../context.js';

/** What queries are made from: the primary rows of a repository, or one of its indexes. */
export interface QuerySource<E extends object = object> {
  readonly context: RepositoryContext<E>;
  /** The index that was asked for by its name; left out, the planner chooses. */
  readonly via?: string;
  /**
   * `entities`: results are entities as they are stored, with their ETags. `copies`: what the index carries
   * will do, as its reader gives it.
   */
  readonly wants: 'entities' | 'copies';
  /** Projections, counts and read-only results are made from the entities, too: the index may lag behind them. */
  readonly verified?: boolean;
  /** The properties that every projection holds; left out: those of the key, or of the named index's key. */
  readonly keys?: readonly string[];
  /** Results are views of these properties, unless others are selected. Left out: what the reader gives. */
  readonly view?: readonly string[];
}
