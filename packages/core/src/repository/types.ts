import type { KeyArgs, KeyTemplate, KeyVars } from '../keys/index.js';
import type { EntityClass } from '../model/index.js';

/** The instance type of an entity class. */
export type EntityOf<C extends EntityClass> = C extends EntityClass<infer E> ? E : never;

/** What addresses one entity: the variables of its key templates, typed by its properties. */
export type KeyOf<C extends EntityClass> = KeyArgs<EntityOf<C>, C['key']>;

/** An entity's data without its methods: instances fit, and so do plain objects. */
export type Data<E> = { [P in keyof E as E[P] extends (...args: never[]) => unknown ? never : P]: E[P] };

type Removable<V> = undefined extends V ? null : never;

/**
 * Properties and their new values. `undefined` (or leaving it out) keeps a property, `null` takes an
 * optional one away.
 */
export type Changes<E, K extends KeyTemplate> = {
  [P in Exclude<keyof Data<E>, KeyVars<K>>]?: E[P] | undefined | Removable<E[P]>;
};
