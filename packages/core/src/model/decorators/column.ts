import type { ColumnOptions } from '../property.js';
import { type FieldDecorator, fieldDecorator } from './field-decorator.js';

/**
 * A column whose type is read from `emitDecoratorMetadata`: string, boolean, Date, bigint or Uint8Array.
 * A convenience for legacy decorators with `reflect-metadata` imported first; the explicit decorators work
 * everywhere.
 * @example `@Column() email!: string;`
 */
export function Column(options: ColumnOptions = {}): FieldDecorator<unknown> {
  return fieldDecorator('Column', { kind: 'inferred', options });
}

/**
 * Not stored. Undecorated properties are not stored either; this one takes a base class's column away.
 * @example `@Ignore() override nickname = '';`
 */
export function Ignore(): FieldDecorator<unknown> {
  return fieldDecorator('Ignore', { kind: 'ignored', options: {} });
}
