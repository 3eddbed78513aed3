import type { Upgrades } from '../entity-version.js';

const ENTITY = Symbol.for('tablewright.entity');

export interface EntityOptions {
  /** The table; a repository may name another one. */
  readonly table?: string;
  /** The entity's name in messages and plans. The class's name by default. */
  readonly type?: string;
  /** Makes an empty instance on read, for classes whose constructor needs arguments. */
  readonly create?: () => object;
  /**
   * The version of the class's columns, 1 by default. Rows are written with it from version 2 on, in the column
   * `tw__version`; rows of a newer version are read, but not overwritten. Declare it as soon as two versions of
   * a program may run side by side: then blind writes, too, look first.
   */
  readonly version?: number;
  /**
   * Turns rows of older versions into newer ones on read, one step at a time: `{ 1: (columns) => … }` makes
   * version 2 of version 1. A step that is left out changes nothing.
   */
  readonly upgrade?: Upgrades;
  /**
   * A text column that holds the entity's `type` in every row. Rows where it says something else are not of
   * this class, and are not read. Name the type, too, where a minifier may rename classes.
   */
  readonly discriminator?: string;
}

/**
 * Declares a class to be an entity.
 * @example
 * ```
 * @Entity({ table: 'Employees' })
 * class Employee {
 *   static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
 *   @Text() department!: string;
 *   @Int32() id!: number;
 * }
 * ```
 */
export function Entity(options: EntityOptions = {}) {
  return <C extends abstract new (...args: never[]) => object>(
    target: C,
    _context?: ClassDecoratorContext<C>,
  ): void => {
    Object.defineProperty(target, ENTITY, { value: Object.freeze({ ...options }) });
  };
}

/**
 * The class's own options. Of its bases the table and the discriminator's column carry over, and so does the
 * history of their columns, for the subclass has these columns, too. A name or factory says nothing true of it.
 */
export function entityOptions(target: object): EntityOptions {
  const own: EntityOptions = Object.hasOwn(target, ENTITY)
    ? (target as Record<symbol, EntityOptions>)[ENTITY]!
    : {};
  const base = Object.getPrototypeOf(target) as object | null;
  if (typeof base !== 'function') return { ...own };
  const { table, discriminator, version, upgrade } = entityOptions(base);
  const history = own.version === undefined && own.upgrade === undefined ? { version, upgrade } : {};
  return { ...defined({ table, discriminator, ...history }), ...own };
}

type Loose<T> = { readonly [P in keyof T]?: T[P] | undefined };

function defined(options: Loose<EntityOptions>): EntityOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
