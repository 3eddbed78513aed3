import {
  type DefinitionScope,
  type EntityClass,
  type EntityModel,
  type EntityRepository,
  modelOf,
  type PatternHost,
  Repository,
  type RepositoryOptions,
  type TableStore,
} from '@tablewright/core';

export type AnyRepository = EntityRepository<EntityClass>;
type AnyRepositoryClass = {
  new (store: TableStore, options: RepositoryOptions): AnyRepository;
  readonly entity: EntityClass;
};

/** The other side of a relation, as far as it is known when the repository class is defined. */
export interface OtherSide {
  /** `undefined` for a function, which is not called before the relation is used. */
  readonly model: EntityModel | undefined;
  open(host: PatternHost): AnyRepository;
}

/** Looks closely at what `of` was given. */
export function otherSide({ fail }: DefinitionScope, name: string, of: unknown): OtherSide {
  const known = knownSide(of);
  if (known) return known;
  if (typeof of !== 'function' || isClass(of)) {
    return fail(`'${name}': of is the repository class of the other side, or its entity class.`);
  }
  return {
    model: undefined,
    open(host) {
      const given = knownSide(of(host.context.store));
      return (given ?? fail(`'${name}': the function in of gives no repository and no class of one.`)).open(
        host,
      );
    },
  };
}

function knownSide(of: unknown): OtherSide | undefined {
  if (isRepository(of)) return { model: of.context.model, open: () => of };
  if (typeof of !== 'function') return undefined;
  if ('entity' in of && 'patterns' in of) {
    const given = of as unknown as AnyRepositoryClass;
    const model = modelOf(given.entity);
    return { model, open: (host) => construct(given, model, host) };
  }
  const { key } = of as Partial<EntityClass>;
  if (typeof key !== 'object' || key === null) return undefined;
  const entity = of as unknown as EntityClass;
  const model = modelOf(entity);
  return {
    model,
    open(host) {
      // The host of a pattern's members is the repository itself: its patterns and its table are the right ones.
      if (host.context.model === model && isRepository(host)) return host;
      return construct(Repository(entity as never) as unknown as AnyRepositoryClass, model, host);
    },
  };
}

function construct(Class: AnyRepositoryClass, model: EntityModel, { context }: PatternHost): AnyRepository {
  const { store, table, outbox } = context;
  const follows =
    model.table === undefined || model.table.toLowerCase() === context.model.table?.toLowerCase();
  return new Class(store, { ...(follows && { table }), ...(outbox && { outbox }) });
}

/** By what it has, not by its class: two copies of the package may be installed. */
export function isRepository(value: unknown): value is AnyRepository {
  const repository = value as Partial<AnyRepository> | null | undefined;
  return typeof repository?.getMany === 'function' && typeof repository.context?.store?.within === 'function';
}

/** Classes cannot be called: their prototype cannot be replaced either, by which they are known. */
function isClass(value: object): boolean {
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false;
}
