import type { IndexOptions } from '@tablewright/patterns/indexing';

/** One index of an entity: rows in other partitions, or in another table. */
export interface InterPartitionIndexDeclaration<E = object> extends IndexOptions<E> {
  /**
   * The PartitionKey of the index rows. Its variables are properties of the entity.
   * @example `'email'`, `'age_{country}'`
   */
  readonly partition: string;
  /**
   * The RowKey of the index rows; the entity's own keys follow behind two spaces, so that no two entities share a row.
   * In the entity's own table it begins with a literal of its own. An entity has a row here only where all variables
   * have a value.
   * @example `'email_{email}'`
   */
  readonly row: string;
  /**
   * The table of the index rows; `{table}` in it stands for the entity's own, so that a repository may be opened over
   * several tables. Left out: the entity's own.
   * @example `'Emails'`, `'{table}ByEmail'`
   */
  readonly table?: string;
}

/** A declaration of whatever entity. */
export interface Declared {
  readonly partition: string;
  readonly row: string;
}
