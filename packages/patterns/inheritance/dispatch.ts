import {
  DefinitionError,
  type EntityClass,
  type EntityRepository,
  isView,
  OptionsError,
  type RepositoryContext,
  type RepositoryOptions,
  type TableStore,
  ViewError,
} from '@tablewright/core';
import type { Member } from './member.js';

export type AnyRepository = EntityRepository<EntityClass>;

/** The repositories of several classes over one table, and which of them an entity belongs to. */
export class Dispatch {
  /** What messages call the whole. */
  readonly name: string;
  readonly repositories: readonly AnyRepository[];
  readonly #byClass: ReadonlyMap<unknown, AnyRepository>;
  readonly #byPrototype: ReadonlyMap<unknown, AnyRepository>;

  constructor(name: string, members: readonly Member[], store: TableStore, options: RepositoryOptions) {
    this.name = name;
    const made = members.map(({ entity, Repository }) => ({
      entity,
      repository: new Repository(store, options),
    }));
    this.repositories = made.map(({ repository }) => repository);
    this.#byClass = new Map(made.map(({ entity, repository }) => [entity, repository]));
    this.#byPrototype = new Map(made.map(({ entity, repository }) => [entity.prototype, repository]));
  }

  /** The repository of a class. */
  of(entity: unknown): AnyRepository {
    const repository = this.#byClass.get(entity);
    if (repository) return repository;
    const known = this.repositories.map(({ context }) => context.model.entity.name).join(', ');
    throw new OptionsError('class', `${this.name}: of() takes one of its classes: ${known}.`);
  }

  /** Whether it is an entity of one of the classes, and not merely something that looks like one. */
  knows(target: object): boolean {
    return this.#byPrototype.has(prototypeOf(target));
  }

  /**
   * The repository that writes an entity. Its class has to be one of the members itself: an instance of a subclass,
   * written as one of its base, would come back as something else.
   */
  repositoryOf(target: object): AnyRepository {
    if (typeof target !== 'object' || target === null || Array.isArray(target)) {
      throw new OptionsError('entity', `${this.name}: an entity is an instance of one of the classes.`);
    }
    if (isView(target)) throw new ViewError(this.name);
    const repository = this.#byPrototype.get(prototypeOf(target));
    if (repository) return repository;
    throw new OptionsError('entity', `${this.name}: ${this.#advice(target)}`);
  }

  /** The same for code that works with contexts, such as bulk runs. */
  readonly contextOf = (target: object): RepositoryContext => this.repositoryOf(target).context;

  #advice(target: object): string {
    const [{ context }] = this.repositories as readonly [AnyRepository];
    const example = context.model.entity.name;
    if (isPlain(target)) {
      return `a plain object does not tell of which class it is. Make an instance, or use of(${example}) and its own methods.`;
    }
    const name = (target.constructor as { name?: string } | undefined)?.name || 'this class';
    return `${name} is not one of its classes. Add it to them, or make an instance of one of them.`;
  }
}

export function isPlain(target: object): boolean {
  const prototype = prototypeOf(target);
  return prototype === null || prototype === Object.prototype;
}

function prototypeOf(target: object): object | null {
  return typeof target === 'object' && target !== null
    ? (Object.getPrototypeOf(target) as object | null)
    : null;
}

/** The table of a repository of several classes: as an option, or as the classes name it. */
export function tableOf(name: string, declared: string | undefined, options: RepositoryOptions): string {
  const table = options?.table ?? declared;
  if (table !== undefined) return table;
  throw new DefinitionError(
    `${name} has no table. Name one: @Entity({ table: '…' }) on the base class, or new …(store, { table: '…' }).`,
    { entity: name, rule: 'NO_TABLE' },
  );
}
