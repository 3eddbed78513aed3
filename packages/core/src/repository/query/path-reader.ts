import type { EntityKeys } from '../../codec/index.js';
import type { AccessPath } from '../../plan/index.js';
import type { ReadRow } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';

/**
 * How the rows of one access path are understood. The primary rows have one, and so has each index. Rows work out
 * their keys and their ETag when asked: a spread of a row does not have them.
 */
export interface PathReader {
  readonly path: AccessPath;
  /**
   * What a row holds, as an object with the entity's properties: as far as the path carries them, and as far as
   * columns were fetched. A path that carries all properties gives instances of the entity's class, others
   * give views. `undefined`, or a KeyMismatchError: a row of another kind, which is skipped.
   */
  decode(row: ReadRow): object | undefined;
  /** The keys of the primary row that this row is a copy of. A KeyMismatchError: a row of another kind. */
  primaryKeys(row: ReadRow): EntityKeys;
  /**
   * Whether a row tells all that the path carries. In place of a row that does not, such as a projected copy that
   * an older version of the class wrote, the primary row is read: 1 request for each. Left out: all rows do.
   * Only asked of paths that carry some of the properties, and of classes with upgraders.
   */
  isComplete?(row: ReadRow): boolean;
  /** Whether the entity, as its primary row has it, still belongs under this row: a copy may lag behind. */
  isCurrent?(row: ReadRow, entity: object): boolean;
  /** Told of rows that lead to no entity, or to one that does not belong under them any more. They are left out. */
  onLagging?(row: ReadRow, context: RepositoryContext): void;
}
