import type { ColumnOptions, ConvertedOptions, PropertyKind } from '../property.js';
import { type FieldDecorator, fieldDecorator } from './field-decorator.js';

/** The values a decorated field may hold: `null` only where the options allow it. */
export type FieldValue<V, O> = V | undefined | (O extends { readonly nullable: true } ? null : never);

/** A column decorator: with options, or with a converter from the stored type to a domain type. */
export interface ColumnDecorator<Stored> {
  <Domain, const O extends ConvertedOptions<Domain, Stored>>(
    options: O & ConvertedOptions<Domain, Stored>,
  ): FieldDecorator<FieldValue<Domain, O>>;
  <const O extends ColumnOptions<Stored>>(options?: O): FieldDecorator<FieldValue<Stored, O>>;
}

function scalar<Stored>(name: string, kind: PropertyKind): ColumnDecorator<Stored> {
  return ((options: ColumnOptions = {}) =>
    fieldDecorator(name, { kind, options })) as ColumnDecorator<Stored>;
}

/** Edm.String. @example `@Text() email!: string;` */
export const Text: ColumnDecorator<string> = scalar('Text', 'text');

/** Edm.Int32: a whole number from -2^31 to 2^31 - 1. @example `@Int32() age?: number;` */
export const Int32: ColumnDecorator<number> = scalar('Int32', 'int32');

/** Edm.Int64, exact as a bigint. @example `@Int64() balance!: bigint;` */
export const Int64: ColumnDecorator<bigint> = scalar('Int64', 'int64');

/** Edm.Double, NaN and the infinities included. @example `@Double() rating!: number;` */
export const Double: ColumnDecorator<number> = scalar('Double', 'double');

/** Edm.Boolean. @example `@Bool() active!: boolean;` */
export const Bool: ColumnDecorator<boolean> = scalar('Bool', 'boolean');

/** Edm.DateTime as a Date: milliseconds, UTC, years 1601 to 9999. @example `@DateTime() hired!: Date;` */
export const DateTime: ColumnDecorator<Date> = scalar('DateTime', 'dateTime');

/**
 * Edm.DateTime with its full precision: 100 ns steps since the year 1, as .NET counts them.
 * @example `@Ticks() measuredAt!: bigint;`
 */
export const Ticks: ColumnDecorator<bigint> = scalar('Ticks', 'ticks');

/** Edm.Guid, always in lower case. @example `@Guid() correlation!: string;` */
export const Guid: ColumnDecorator<string> = scalar('Guid', 'guid');

/** Edm.Binary, at most 64 KiB. Views keep to their own bytes. @example `@Binary() photo?: Uint8Array;` */
export const Binary: ColumnDecorator<Uint8Array> = scalar('Binary', 'binary');
