import type { EntityClass, RepositoryOptions, TableStore } from '@tablewright/core';

/** What the repository class of a member asks for, in a tuple; `never` where options may be left out. */
type NeedsOf<M> = M extends { readonly entity: EntityClass }
  ? M extends new (
      store: TableStore,
      options: infer O,
    ) => unknown
    ? undefined extends O
      ? never
      : [O]
    : never
  : never;

/** All of them together; `unknown` if there are none. */
type All<Needs> = (Needs extends [infer O] ? (each: O) => void : never) extends (all: infer I) => void
  ? I
  : never;

/** Options are needed only where a pattern of a member needs something, such as an outbox. */
export type ConstructorArgs<M extends readonly unknown[]> =
  unknown extends All<NeedsOf<M[number]>>
    ? [store: TableStore, options?: RepositoryOptions]
    : [store: TableStore, options: RepositoryOptions & All<NeedsOf<M[number]>>];
