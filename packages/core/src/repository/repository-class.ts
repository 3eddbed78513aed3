import type { KeyCheck } from '../keys/index.js';
import { type EntityClass, modelOf } from '../model/index.js';
import type { TableStore } from '../store/index.js';
import { codecOf, type RepositoryOptions } from './context.js';
import { applyPattern, type Pattern, type PatternSet } from './patterns/index.js';
import { EntityRepository } from './repository.js';
import type { EntityOf } from './types.js';

/** What a repository's constructor takes: options are needed only where a pattern needs something. */
type ConstructorArgs<Needs> = {} extends Needs
  ? [store: TableStore, options?: RepositoryOptions & Needs]
  : [store: TableStore, options: RepositoryOptions & Needs];

/** A class of repositories: extend it, construct it as it is, or opt into patterns. */
export interface RepositoryClass<C extends EntityClass, Api extends object = {}, Needs extends object = {}> {
  new (...args: ConstructorArgs<Needs>): EntityRepository<C> & Api;
  readonly entity: C;
  readonly patterns: PatternSet;
  /**
   * A new class with one more pattern. Patterns that clash, or lack what they need, fail here.
   * @example `Repository(Employee).with(IntraPartitionIndex({ byEmail: { row: 'email_{email}', unique: true } }))`
   */
  with<A extends object, N extends object>(
    pattern: Pattern<C, A, N> & ClashCheck<keyof A, keyof Api | keyof EntityRepository<C>>,
  ): RepositoryClass<C, Api & A, Needs & N>;
}

/** `unknown`, which changes nothing in an intersection, or a sentence that says which name is taken. */
type ClashCheck<Added, Taken> = [Added & Taken & string] extends [never]
  ? unknown
  : `the repository has a member called '${Added & Taken & string}' already`;

/**
 * The repository class of an entity class. Checks the class: a definition that cannot work fails here.
 * @example
 * ```
 * class EmployeeRepository extends Repository(Employee) {}
 * const employees = new EmployeeRepository(store);
 * ```
 */
export function Repository<C extends EntityClass>(
  entity: C & KeyCheck<EntityOf<C>, C['key']>,
): RepositoryClass<C> {
  modelOf(entity);
  class DefinedRepository extends EntityRepository<C> {
    static override readonly entity = entity;
  }
  return withable(DefinedRepository as unknown as BaseClass) as unknown as RepositoryClass<C>;
}

/**
 * The same as one value, for code that cannot extend an expression (`isolatedDeclarations`): annotate the
 * constant with `RepositoryClass<typeof Employee, …>`.
 * @example `export const Employees: RepositoryClass<typeof Employee> = defineRepository(Employee);`
 */
export function defineRepository<C extends EntityClass>(
  entity: C & KeyCheck<EntityOf<C>, C['key']>,
): RepositoryClass<C>;
export function defineRepository<C extends EntityClass, A extends object, N extends object>(
  entity: C & KeyCheck<EntityOf<C>, C['key']>,
  pattern: Pattern<NoInfer<C>, A, N> & ClashCheck<keyof A, keyof EntityRepository<NoInfer<C>>>,
): RepositoryClass<C, A, N>;
export function defineRepository(
  entity: EntityClass,
  pattern?: Pattern,
): RepositoryClass<EntityClass, object, object> {
  const defined = Repository(entity as never) as RepositoryClass<EntityClass>;
  return pattern === undefined ? defined : defined.with(pattern as never);
}

interface BaseClass {
  new (...args: never[]): EntityRepository<EntityClass>;
  readonly entity: EntityClass;
  readonly patterns: PatternSet;
}

/** Never a member: an object with it would be taken for a promise. */
const THENABLE = 'then';

function extended(Base: BaseClass, pattern: Pattern): BaseClass {
  const codec = codecOf(modelOf(Base.entity));
  const isTaken = (member: string) => member === 'context' || member === THENABLE || member in Base.prototype;
  const patterns = applyPattern(Base.patterns, pattern, codec, isTaken);
  // A mixin's constructor takes whatever its base takes.
  // biome-ignore lint/suspicious/noExplicitAny: TypeScript asks for it in a mixin
  const Mixin = class extends (Base as unknown as new (...args: any[]) => EntityRepository<EntityClass>) {
    static readonly patterns = patterns;
  };
  for (const [name, make] of patterns.members) {
    if (!Base.patterns.members.has(name)) defineMember(Mixin.prototype, name, make);
  }
  return withable(Mixin as unknown as BaseClass);
}

/** `with` belongs to each class of its own: what it extends is that class, whatever `this` is. */
function withable(Class: BaseClass): BaseClass {
  return Object.defineProperty(Class, 'with', { value: (pattern: Pattern) => extended(Class, pattern) });
}

/** Made once for each repository, when it is first asked for. */
function defineMember(
  prototype: object,
  name: string,
  make: (host: EntityRepository<EntityClass>) => unknown,
): void {
  const made = new WeakMap<object, unknown>();
  Object.defineProperty(prototype, name, {
    configurable: true,
    get(this: EntityRepository<EntityClass>) {
      if (!made.has(this)) made.set(this, make(this));
      return made.get(this);
    },
  });
}
