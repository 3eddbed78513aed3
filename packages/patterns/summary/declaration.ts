import type { DerivationState, KeyValue } from '@tablewright/core';

type Scalar<E> = { [P in keyof E]-?: [NonNullable<E[P]>] extends [KeyValue] ? P : never }[keyof E];
/** The properties that hold numbers which can be added up. */
export type Whole<E> = {
  [P in keyof E]-?: [NonNullable<E[P]>] extends [number | bigint] ? P : never;
}[keyof E] &
  string;
export type Fractional<E> = { [P in keyof E]-?: [NonNullable<E[P]>] extends [number] ? P : never }[keyof E] &
  string;

/** What is counted and added up over the entities of a partition, or over groups of them. */
export interface SummaryDeclaration<E = object> {
  /**
   * The RowKey of a summary. Begins with a literal of its own; its variables are properties of the entity, and make
   * groups: an entity counts only where all of them have a value.
   * @example `'summary'`, `'summary_{country}'`
   */
  readonly row: string;
  /** The column that holds the number of entities, such as `EmployeeCount`. Left out: `Count`. */
  readonly count?: string;
  /** The properties that are added up: Int32 and Int64. An entity without a value adds nothing. */
  readonly sum?: readonly Whole<E>[];
  /**
   * Double properties that are added up exactly, with so many digits behind the point, 0 to 15. A value with more
   * digits is refused.
   * @example `{ price: 2 }`
   */
  readonly decimals?: { readonly [P in Fractional<E>]?: number };
  /** Only entities that have these values count. */
  readonly where?: { readonly [P in Scalar<E>]?: NonNullable<E[P]> };
  /**
   * Over how many rows each summary is spread, 1 (the default) to 1,000: so that many processes that write at once
   * seldom meet. The number cannot be changed afterwards without a rebuild.
   */
  readonly shards?: number;
  /**
   * `ready` (default): written and read. `building`: written, but not read yet, because entities that are older
   * than the summary do not count. `dropping`: no longer written or read.
   */
  readonly state?: DerivationState;
}

/** A declaration of whatever entity. */
export interface DeclaredSummary {
  readonly row: string;
}
