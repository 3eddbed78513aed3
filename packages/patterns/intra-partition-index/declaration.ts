import type { IndexOptions } from '../indexing/declared.js';

/** One index of an entity: rows in the entity's own partition, under another RowKey. */
export interface IndexDeclaration<E = object> extends IndexOptions<E> {
  /**
   * The RowKey of the index rows. Begins with a literal of its own; its variables are properties of the entity.
   * An entity has a row here only where all of them have a value.
   * @example `'email_{email}'`, `'name_{lastName}_{firstName}'`, `'hired_{hired:desc}'`
   */
  readonly row: string;
  /**
   * At most one entity of a partition may have these values: a second one is refused with a
   * UniqueViolationError. Left out or `false`: the entity's own RowKey follows behind two spaces.
   */
  readonly unique?: boolean;
}
