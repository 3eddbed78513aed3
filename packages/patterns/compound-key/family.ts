import type {
  ClassOf,
  EntityClass,
  EntityOf,
  Input,
  KeyVars,
  PrefixArgs,
  TemplateVars,
} from '@tablewright/core';
import type { Children } from './member.js';

type Simplify<T> = { [P in keyof T]: T[P] } & {};

type ChildrenOf<D extends Children> = { readonly [N in keyof D]: EntityOf<ClassOf<D[N]>>[] };

/**
 * A parent with its children, each an instance of its class, in the order of their keys. There is no `parent` where
 * only children are stored: orphans, of a parent that was deleted by itself or never written.
 */
export type Family<C extends EntityClass, D extends Children> = Simplify<
  { readonly parent: EntityOf<C> | undefined } & ChildrenOf<D>
>;

/** A family whose parent is there. */
export type WholeFamily<C extends EntityClass, D extends Children> = Simplify<
  { readonly parent: EntityOf<C> } & ChildrenOf<D>
>;

/** A new child: what it shares with its parent's key may be left out. */
type NewChild<C extends EntityClass, R extends EntityClass> =
  string extends KeyVars<C['key']>
    ? Input<R>
    : Omit<Input<R>, KeyVars<C['key']>> & Partial<Pick<Input<R>, KeyVars<C['key']> & keyof Input<R>>>;

/** The children of a new family. */
export type NewChildren<C extends EntityClass, D extends Children> = {
  readonly [N in keyof D]?: Iterable<NewChild<C, ClassOf<D[N]>>>;
};

/** Which families: all variables of the partition key, and those of the row key from left to right. */
export type FamilyArgs<C extends EntityClass> = PrefixArgs<EntityOf<C>, C['key']>;

/** One end of a range of families: a value of the row key's next variable. */
export type FamilyEnd<C extends EntityClass> = EndOf<EntityOf<C>, TemplateVars<C['key']['row']>>;

type EndOf<E, Names extends string> = {
  [N in Names & keyof E]: { readonly [M in N]: E[M] } & { readonly [M in Exclude<Names, N>]?: never };
}[Names & keyof E];
