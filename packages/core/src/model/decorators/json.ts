import type { ColumnOptions, ValueClass } from '../property.js';
import { type FieldDecorator, fieldDecorator, placeDecorator } from './field-decorator.js';
import type { FieldValue } from './scalars.js';

/**
 * Any JSON value (object, array, text, number, boolean) in one text column. With a class, the value or each
 * item of an array comes back as an instance of it.
 * @example `@Json() tags!: string[];` or `@Json(() => Address) address?: Address;`
 */
export function Json<V extends object, const O extends ColumnOptions<V | V[]>>(
  type: () => ValueClass<V>,
  options?: O,
): FieldDecorator<FieldValue<V | readonly V[], O>>;
export function Json<const O extends ColumnOptions>(options?: O): FieldDecorator<unknown>;
export function Json(
  typeOrOptions?: (() => ValueClass) | ColumnOptions,
  options?: ColumnOptions,
): FieldDecorator<unknown> {
  return typeof typeOrOptions === 'function'
    ? fieldDecorator('Json', { kind: 'json', options: options ?? {}, nested: typeOrOptions })
    : fieldDecorator('Json', { kind: 'json', options: typeOrOptions ?? {} });
}

/**
 * Inside a value object: this property is itself a value object, an array of them, or a Date.
 * class-transformer's own `@Type` does the same, but only under legacy decorators.
 * @example `class Address { @Nested(() => Geo) geo?: Geo; }`
 */
export function Nested(type: () => ValueClass | DateConstructor): FieldDecorator<unknown> {
  return placeDecorator('Nested', ({ property, notes }) => {
    notes.nested.set(property, type);
  });
}
