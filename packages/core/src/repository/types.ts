import type { KeyArgs, KeyTemplate, KeyVars } from '../keys/index.js';
import type { EntityClass } from '../model/index.js';
import type { NotAView } from './query/view.js';
import type { Written } from './stamp.js';

/** The instance type of an entity class. */
export type EntityOf<C extends EntityClass> = C extends EntityClass<infer E> ? E : never;

/** What addresses one entity: the variables of its key templates, typed by its properties. */
export type KeyOf<C extends EntityClass> = KeyArgs<EntityOf<C>, C['key']>;

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type IsReadonly<E, P extends keyof E> = Same<Pick<E, P>, Readonly<Pick<E, P>>>;
type IsField<V> = V extends (...args: never[]) => unknown ? false : true;
/** Getters, as far as types can tell: read-only, and no part of the key. */
type IsComputed<E, P extends keyof E, K extends KeyTemplate> =
  P extends KeyVars<K> ? false : IsReadonly<E, P>;
type Simplify<T> = { [P in keyof T]: T[P] } & {};

/**
 * An entity's data without its methods: instances fit, and so do plain objects, which may leave out getters.
 */
export type Data<E, K extends KeyTemplate = never> = Simplify<
  {
    [P in keyof E as IsField<E[P]> extends false
      ? never
      : IsComputed<E, P, K> extends true
        ? never
        : P]: E[P];
  } & {
    [P in keyof E as IsField<E[P]> extends false
      ? never
      : IsComputed<E, P, K> extends true
        ? P
        : never]?: E[P];
  }
>;

/** What can be stored: an instance or its data, but no view, which holds only some of it. */
export type Input<C extends EntityClass> = Data<EntityOf<C>, C['key']> & NotAView;

/** What can be changed or deleted: an entity, or the key of one, but no view. */
export type Target<C extends EntityClass> = (EntityOf<C> | KeyOf<C>) & NotAView;

/**
 * What `update` of an entity gives back. Where a key alone already has the shape of the whole entity, types
 * cannot tell which of the two was passed: then it is either, and `etagOf` works on both.
 */
export type Updated<C extends EntityClass> =
  KeyOf<C> extends EntityOf<C> ? EntityOf<C> | Written : EntityOf<C>;

type Removable<V> = undefined extends V ? null : never;

/**
 * Properties and their new values. `undefined` (or leaving it out) keeps a property, `null` takes an
 * optional one away.
 */
export type Changes<E, K extends KeyTemplate> = {
  [P in Exclude<keyof Data<E, K>, KeyVars<K>>]?: E[P] | undefined | Removable<E[P]>;
};
