import type { EntityClass, RepositoryOptions, TableStore } from '@tablewright/core';

/** What the repository class of a member asks for besides: `unknown` where options may be left out. */
type NeedsOf<M> = M extends { readonly entity: EntityClass }
  ? M extends new (
      store: TableStore,
      options: infer O,
    ) => unknown
    ? undefined extends O
      ? unknown
      : O
    : unknown
  : unknown;

type All<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

/** Options are needed only where a pattern of a member needs something, such as an outbox. */
export type ConstructorArgs<M extends readonly unknown[]> =
  unknown extends All<{ [N in keyof M]: NeedsOf<M[N]> }[number]>
    ? [store: TableStore, options?: RepositoryOptions]
    : [store: TableStore, options: RepositoryOptions & All<{ [N in keyof M]: NeedsOf<M[N]> }[number]>];
