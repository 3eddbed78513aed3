import type { EdmType } from '../edm/index.js';

/** How a property is stored. Each kind has one Edm type and one JavaScript type. */
export type PropertyKind =
  | 'text'
  | 'int32'
  | 'int64'
  | 'double'
  | 'boolean'
  | 'dateTime'
  | 'ticks'
  | 'guid'
  | 'binary'
  | 'enum'
  | 'json';

/** Turns a domain value into what a column stores, and back. Both must be pure. */
export interface Converter<Domain, Stored> {
  to(value: Domain): Stored;
  from(stored: Stored): Domain;
}

/** What every column decorator takes. */
export interface ColumnOptions<Value = unknown> {
  /** The column's name, when it differs from the property's. */
  readonly name?: string;
  /**
   * `false`: writing without a value is an error. `true`: the property may be absent, and so cannot be
   * part of a key. Left out: a missing value is simply not stored.
   */
  readonly optional?: boolean;
  /** `null` is allowed. It is stored as an absent column and read back as `null`. */
  readonly nullable?: boolean;
  /** Used when there is no value, on write and on read. A function makes a fresh one each time. */
  readonly default?: Value | (() => Value);
  /** A key property is not stored a second time as a column unless this is `true`. */
  readonly store?: boolean;
}

export interface ConvertedOptions<Domain, Stored> extends ColumnOptions<Domain> {
  readonly convert: Converter<Domain, Stored>;
}

export type ValueClass<V extends object = object> = new (...args: never[]) => V;

/** What a decorator recorded about one property, before the class was checked. */
export interface FieldDeclaration {
  readonly kind: PropertyKind | 'inferred' | 'ignored';
  readonly options: ColumnOptions & { readonly convert?: Converter<unknown, unknown> };
  readonly members?: readonly (string | number)[];
  readonly nested?: () => ValueClass;
  readonly designType?: unknown;
}

/** One mapped property of a checked class. */
export interface PropertyModel {
  readonly property: string;
  readonly column: string;
  readonly kind: PropertyKind;
  readonly edm: EdmType;
  readonly required: boolean;
  readonly nullable: boolean;
  /** A getter without a setter: written, never assigned on read. */
  readonly computed: boolean;
  readonly inKey: boolean;
  /** Whether it has a column of its own. */
  readonly stored: boolean;
  readonly makeDefault: (() => unknown) | undefined;
  /** The default is one value, which a missing column always stands for: not a function that makes a fresh one. */
  readonly constantDefault: boolean;
  readonly convert: Converter<unknown, unknown> | undefined;
  readonly members: readonly (string | number)[] | undefined;
  readonly nested: (() => ValueClass) | undefined;
}
