const ENTITY = Symbol.for('tablewright.entity');

export interface EntityOptions {
  /** The table; a repository may name another one. */
  readonly table?: string;
  /** The entity's name in messages and plans. The class's name by default. */
  readonly type?: string;
  /** Makes an empty instance on read, for classes whose constructor needs arguments. */
  readonly create?: () => object;
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

/** The class's own options; of its bases only the table carries over, for a name or factory says nothing true of a subclass. */
export function entityOptions(target: object): EntityOptions {
  const own = Object.hasOwn(target, ENTITY) ? (target as Record<symbol, EntityOptions>)[ENTITY] : {};
  const base = Object.getPrototypeOf(target) as object | null;
  const inherited = typeof base === 'function' ? entityOptions(base).table : undefined;
  return inherited === undefined ? { ...own } : { table: inherited, ...own };
}
