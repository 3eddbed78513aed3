import type { KeyValue } from '../../keys/index.js';
import type { Combined } from './combined.js';

/**
 * What a query asks of an entity: conditions on its properties, all of which must hold, or a combination made
 * by `and`, `or` and `not`.
 * @example `{ age: { ge: 30, lt: 40 }, lastName: { startsWith: 'Jo' }, active: true, nick: null }`
 */
export type Where<E> = Conditions<E> | Combined<E>;

/** Conditions by property. A value is compared for equality; `null` means "has no value". */
export type Conditions<E> = {
  readonly [P in keyof E as IsComparable<E[P]> extends true ? P : never]?: Asked<E[P]>;
};

type IsComparable<V> = [NonNullable<V>] extends [never]
  ? false
  : [NonNullable<V>] extends [KeyValue | readonly unknown[]]
    ? true
    : false;

/** Only a property that may lack a value can be asked for that. */
type Lacking<V> = undefined extends V ? null : null extends V ? null : never;

type Asked<V> = [NonNullable<V>] extends [readonly (infer U)[]]
  ? Lacking<V> | { readonly contains: U }
  : NonNullable<V> | Lacking<V> | Comparisons<NonNullable<V>, Lacking<V>>;

/** How a property of this type can be compared. Several comparisons must all hold. */
export type Comparisons<V, Absent = never> =
  IsOrdered<V> extends true
    ? Equality<V, Absent> & Order<V> & ([V] extends [string] ? Beginning : unknown)
    : Equality<V, Absent>;

interface Equality<V, Absent> {
  readonly eq?: V | Absent;
  readonly ne?: V | Absent;
  /** Any of these values. */
  readonly in?: readonly V[];
}

interface Order<V> {
  readonly lt?: V;
  readonly le?: V;
  readonly gt?: V;
  readonly ge?: V;
}

interface Beginning {
  readonly startsWith?: string;
}

/** Enums and unions of literals have no order that a query could use, and neither have booleans. */
type IsOrdered<V> = [V] extends [string | number]
  ? {} extends Record<V, 1>
    ? true
    : false
  : [V] extends [bigint | Date]
    ? true
    : false;
