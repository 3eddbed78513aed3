import type { EntityCodec } from '../../codec/index.js';
import type { ServiceLimits } from '../../limits/index.js';
import type { Discriminator } from '../../model/index.js';
import type { AccessPath } from './access-path.js';
import type { Condition } from './condition.js';

/** Everything that the planner looks at. */
export interface QueryInput {
  readonly entity: string;
  readonly table: string;
  readonly codec: EntityCodec;
  /** The first is the primary. */
  readonly paths: readonly AccessPath[];
  /** The path that must be used: an index that was asked for by name. Its rows are the universe. */
  readonly via?: string;
  readonly condition: Condition;
  /** The properties that are wanted; all when left out. */
  readonly select?: readonly string[];
  /**
   * `entities`: the primary rows themselves, with their ETags. `copies`: covering copies will do, for
   * read-only results, projections, counts and views of an index.
   */
  readonly wants: 'entities' | 'copies';
  readonly take?: number;
  /** What may be read row by row; `table` allows both. */
  readonly scan?: 'partition' | 'table';
  /** The order of the result does not matter. */
  readonly unordered?: boolean;
  readonly limits: ServiceLimits;
  /** Columns are stored in another form than they are compared in: the service can only look at keys. */
  readonly opaqueColumns?: boolean;
  /** Entities may take several rows, so that only whole ones can be put together. */
  readonly wholeRows?: boolean;
  /** Column and values that tell this entity's rows from others in the same key range. */
  readonly discriminator?: Discriminator;
}
