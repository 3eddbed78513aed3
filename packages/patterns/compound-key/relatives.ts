import {
  type EntityClass,
  type EntityKeys,
  type EntityRepository,
  type KeyScope,
  type MixedReader,
  MixedTable,
  OptionsError,
  type PatternHost,
  type RepositoryContext,
  type RowQuery,
} from '@tablewright/core';
import type { ChildKind } from './child-kind.js';

/** One class of a family, over the family's table. */
export interface Relative {
  /** What its entities are called in a family: `parent`, or the child's name. */
  readonly name: string;
  readonly context: RepositoryContext;
  readonly repository: EntityRepository<EntityClass>;
}

/** The repositories of a family over one table, and what reads their rows together. */
export class Relatives {
  readonly parent: Relative;
  readonly children: readonly Relative[];
  readonly #rows: MixedReader<readonly EntityClass[]>;
  readonly #bySubclass: readonly Relative[];

  constructor(host: PatternHost, children: readonly ChildKind[]) {
    const { context } = host;
    const { store, table, outbox } = context;
    const options = { table, ...(outbox && { outbox }) };
    // Members of a pattern belong to a repository.
    this.parent = { name: 'parent', context, repository: host as EntityRepository<EntityClass> };
    this.children = children.map(({ name, repository }) => {
      const made = new repository(store, options);
      return { name, context: made.context, repository: made };
    });
    const all = [this.parent, ...this.children];
    // The parent as its repository has it, with patterns that joined after this one.
    const Parent = Object.assign(() => {}, { entity: context.model.entity, patterns: context.patterns });
    const Rows = MixedTable([Parent, ...children.map(({ repository }) => repository)]);
    this.#rows = new Rows(store, { table }) as unknown as MixedReader<readonly EntityClass[]>;
    this.#bySubclass = all.toSorted((a, b) => depthOf(b) - depthOf(a));
  }

  /** The rows of the family's classes within some keys, and of others, as they come. */
  rows(scope: KeyScope): RowQuery<object> {
    return this.#rows.query(scope);
  }

  /** Of which class an entity is; `undefined` for rows that are not of the family. */
  relativeOf(entity: object): Relative | undefined {
    return this.#bySubclass.find(({ context }) => entity instanceof context.model.entity);
  }

  /** The keys of a parent, by itself, by its key, or by one of its children, which share the properties. */
  parentKeys(values: unknown): EntityKeys {
    const { codec, model } = this.parent.context;
    if (typeof values === 'object' && values !== null) return codec.keys(values);
    throw new OptionsError('key', `${model.name}: a key is an object with its key properties.`);
  }
}

/** How many classes a class inherits from: an instance is of the last one that fits. */
function depthOf({ context: { model } }: Relative): number {
  let depth = 0;
  for (let next: unknown = model.entity; next; next = Object.getPrototypeOf(next)) depth += 1;
  return depth;
}
