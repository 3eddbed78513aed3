import type { DerivationState, KeyValue } from '@tablewright/core';

type Scalar<E> = { [P in keyof E]-?: [NonNullable<E[P]>] extends [KeyValue] ? P : never }[keyof E];

/** Lists of the entities that share a value: one for each value, in the entities' own partition. */
export interface ListDeclaration<E = object> {
  /**
   * The RowKey of a list. Begins with a literal of its own; its variables are properties of the entity. An entity is
   * listed only where all of them have a value.
   * @example `'lastname_{lastName}'`, `'office_{country}_{city}'`
   */
  readonly row: string;
  /** The column that holds the ids, such as `EmployeeIDs`. Left out: `Ids`. */
  readonly column?: string;
  /**
   * Over how many rows each list is spread, 1 to 1,000. One row (the default) holds 1 MiB: about 55,000 ids of six
   * characters. Which row holds an id follows from the id, so the number cannot be changed afterwards without a rebuild.
   */
  readonly chunks?: number;
  /** Only entities that have these values are listed. */
  readonly where?: { readonly [P in Scalar<E>]?: NonNullable<E[P]> };
  /**
   * `ready` (default): written and read. `building`: written, but not read yet, because entities that are older
   * than the lists may not be in them. `dropping`: no longer written or read; ids go as entities are written.
   */
  readonly state?: DerivationState;
}

/** A declaration of whatever entity. */
export interface DeclaredList {
  readonly row: string;
}
