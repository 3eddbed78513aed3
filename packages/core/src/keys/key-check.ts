import type { KeyTemplate, KeyValue, KeyVars } from './template-types.js';

/**
 * Checks a key against its entity when the program is compiled. `unknown`, which changes nothing in an
 * intersection, when the key is fine; otherwise a sentence that says what is wrong. A template that is not
 * a literal passes and is checked at run time.
 *
 * @example
 * declare function Repository<C extends EntityClass>(c: C & KeyCheck<InstanceType<C>, C['key']>): void;
 */
export type KeyCheck<E, K extends KeyTemplate> =
  string extends KeyVars<K> ? unknown : UnknownIfNever<ProblemOf<E, KeyVars<K>>>;

type UnknownIfNever<Problem> = [Problem] extends [never] ? unknown : Problem;

/** Distributes over the names; fine ones leave nothing behind. */
type ProblemOf<E, Name extends string> = Name extends keyof E
  ? PropertyProblem<Name, E[Name]>
  : Name extends string
    ? `key template names '${Name}', which is not a property of the entity`
    : never;

type PropertyProblem<Name extends string, Value> =
  IsAny<Value> extends true
    ? never
    : unknown extends Value
      ? Unsuitable<Name>
      : [Value] extends [KeyValue]
        ? never
        : [Value] extends [KeyValue | null | undefined]
          ? `key property '${Name}' is optional: every part of a key must always have a value`
          : Unsuitable<Name>;

type Unsuitable<Name extends string> =
  `key property '${Name}' cannot be part of a key: use text, a number, a bigint, a boolean, a Date or an enum`;

type IsAny<T> = 0 extends 1 & T ? true : false;
