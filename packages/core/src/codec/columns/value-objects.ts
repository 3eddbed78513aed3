import type { ValueClass } from '../../model/index.js';
import { isPlain } from './json-text.js';

type ClassTransformer = typeof import('class-transformer');

const MAX_DEPTH = 200;

/**
 * Tells whether value objects would come back as what they are. class-transformer drops functions, turns
 * Maps into objects, and leaves a Date as text or a class as a plain object where no type is declared; a
 * repository must not do any of that silently.
 */
export class ValueObjects {
  readonly #library: ClassTransformer;
  /** Owner class, property and class of the value: the types that have been seen to come back. */
  readonly #known = new WeakMap<object, Map<string, Set<unknown>>>();

  constructor(library: ClassTransformer) {
    this.#library = library;
  }

  /** Of a value to be written: an instance of the class, or a plain object that has its shape. */
  comeBack(value: unknown, target: ValueClass): boolean {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    if (!(value instanceof target) && !isPlain(value)) return false;
    return this.#membersComeBack(value, target, 0);
  }

  /** Of parsed JSON: class-transformer neither fails on it nor overflows the stack. */
  areReadable(plain: unknown, depth = 0): boolean {
    if (typeof plain !== 'object' || plain === null) return true;
    if (depth > MAX_DEPTH || losesNames(plain)) return false;
    return Object.values(plain).every((item) => this.areReadable(item, depth + 1));
  }

  #membersComeBack(value: object, owner: ValueClass, depth: number): boolean {
    // The bound also ends cycles.
    if (depth > MAX_DEPTH || losesNames(value)) return false;
    return Object.entries(value).every(([name, item]) => this.#itemComesBack(item, owner, name, depth));
  }

  #itemComesBack(item: unknown, owner: ValueClass, name: string, depth: number): boolean {
    if (typeof item === 'function') return false;
    // What else JSON cannot hold is found when the text is written.
    if (typeof item !== 'object' || item === null) return true;
    if (Array.isArray(item)) return item.every((one) => this.#itemComesBack(one, owner, name, depth + 1));
    if (isPlain(item)) return this.#membersComeBack(item, owner, depth + 1);
    if (!this.#hasType(owner, name, item)) return false;
    return item instanceof Date || this.#membersComeBack(item, item.constructor as ValueClass, depth + 1);
  }

  /** Asks class-transformer itself, once for each place and class: it reads its own declarations best. */
  #hasType(owner: ValueClass, name: string, item: object): boolean {
    const places = this.#known.get(owner) ?? new Map<string, Set<unknown>>();
    this.#known.set(owner, places);
    const classes = places.get(name) ?? new Set<unknown>();
    places.set(name, classes);
    const prototype = Object.getPrototypeOf(item) as object;
    if (classes.has(prototype)) return true;
    const plain = item instanceof Date ? item.toISOString() : this.#library.instanceToPlain(item);
    const back = this.#library.plainToInstance(owner as new () => object, { [name]: plain }) as Record<
      string,
      unknown
    >;
    const found = back[name];
    const same = typeof found === 'object' && found !== null && Object.getPrototypeOf(found) === prototype;
    if (same) classes.add(prototype);
    return same;
  }
}

/** class-transformer drops properties of the names that every object has, or fails on them. */
function losesNames(value: object): boolean {
  return Object.keys(value).some((name) => name in Object.prototype);
}
