import type { ColumnOptions } from '../property.js';
import { type FieldDecorator, fieldDecorator } from './field-decorator.js';
import type { FieldValue } from './scalars.js';

/** A TypeScript enum, a `const` object, or an array of the allowed values. */
export type EnumLike = Readonly<Record<string, string | number>> | readonly (string | number)[];

export type EnumValue<M extends EnumLike> = M extends readonly (infer V)[] ? V : M[keyof M];

/**
 * One of a fixed set of values: text for string members, Edm.Int32 for numeric ones.
 * @example `@Enum(Grade) grade!: Grade;` or `@Enum(['junior', 'senior']) level!: 'junior' | 'senior';`
 */
export function Enum<const M extends EnumLike, const O extends ColumnOptions<EnumValue<M>>>(
  members: M,
  options?: O,
): FieldDecorator<FieldValue<EnumValue<M>, O>> {
  return fieldDecorator('Enum', { kind: 'enum', options: options ?? {}, members: valuesOf(members) });
}

/** A numeric enum also maps its values back to names; those reverse entries are not members. */
function valuesOf(members: EnumLike): readonly (string | number)[] {
  if (Array.isArray(members)) return [...members];
  const isReverse = (name: string) => String(Number(name)) === name;
  return Object.entries(members as Readonly<Record<string, string | number>>)
    .filter(([name]) => !isReverse(name))
    .map(([, value]) => value);
}
