import { MAX_STRING_UNITS } from '../../limits/index.js';
import type { ValueClass } from '../../model/index.js';
import { isPlain } from './json-text.js';

type ClassTransformer = typeof import('class-transformer');
/** The class that declares types, or `undefined` inside objects that have none. */
type Owner = ValueClass | undefined;

const MAX_DEPTH = 200;
/** A text column could not hold more parts, and class-transformer takes very long for them. */
const MAX_PARTS = MAX_STRING_UNITS / 2;

interface Walk {
  parts: number;
}

/**
 * Tells whether value objects would come back as what they are. class-transformer drops functions, turns
 * Maps into objects, and leaves a Date as text or a class as a plain object where no type is declared; a
 * repository must not do any of that silently.
 */
export class ValueObjects {
  readonly #library: ClassTransformer;
  /** By owner and property: the prototypes that have been seen to come back. */
  readonly #returning = new Places<Set<unknown>>(() => new Set());
  /** By owner and property: the class that plain objects become there. */
  readonly #declared = new Places<{ type?: Owner }>(() => ({}));

  constructor(library: ClassTransformer) {
    this.#library = library;
  }

  /** Of a value to be written: an instance of the class, or a plain object that has its shape. */
  comeBack(value: unknown, target: ValueClass): boolean {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    if (!(value instanceof target) && !isPlain(value)) return false;
    return this.#membersComeBack(value, target, 0, { parts: 0 });
  }

  /** Of parsed JSON: class-transformer neither fails on it nor overflows the stack. */
  areReadable(plain: unknown, depth = 0): boolean {
    if (typeof plain !== 'object' || plain === null) return true;
    if (depth > MAX_DEPTH || losesNames(plain)) return false;
    return Object.values(plain).every((item) => this.areReadable(item, depth + 1));
  }

  #membersComeBack(value: object, owner: Owner, depth: number, walk: Walk): boolean {
    // The bound also ends cycles.
    if (depth > MAX_DEPTH || losesNames(value)) return false;
    return Object.keys(value).every((name) =>
      this.#comesBack((value as Record<string, unknown>)[name], owner, name, depth + 1, walk),
    );
  }

  #comesBack(item: unknown, owner: Owner, name: string, depth: number, walk: Walk): boolean {
    if (typeof item === 'function' || ++walk.parts > MAX_PARTS) return false;
    // What else JSON cannot hold is found when the text is written.
    if (typeof item !== 'object' || item === null) return true;
    if (Array.isArray(item)) {
      return depth <= MAX_DEPTH && item.every((one) => this.#comesBack(one, owner, name, depth + 1, walk));
    }
    if (isPlain(item)) return this.#membersComeBack(item, this.#typeAt(owner, name), depth, walk);
    if (!this.#returns(item, owner, name)) return false;
    return item instanceof Date || this.#membersComeBack(item, item.constructor as ValueClass, depth, walk);
  }

  /** Asks class-transformer itself, once for each place and class: it reads its own declarations best. */
  #returns(item: object, owner: Owner, name: string): boolean {
    if (!owner) return false;
    const prototypes = this.#returning.at(owner, name);
    const prototype = Object.getPrototypeOf(item) as object;
    if (prototypes.has(prototype)) return true;
    const plain = item instanceof Date ? item.toISOString() : this.#library.instanceToPlain(item);
    const back = this.#readBack(owner, name, plain);
    const same = typeof back === 'object' && back !== null && Object.getPrototypeOf(back) === prototype;
    if (same) prototypes.add(prototype);
    return same;
  }

  #typeAt(owner: Owner, name: string): Owner {
    if (!owner) return undefined;
    const place = this.#declared.at(owner, name);
    if (!('type' in place)) {
      const back = this.#readBack(owner, name, {});
      const typed = typeof back === 'object' && back !== null && !isPlain(back);
      place.type = typed ? (back.constructor as ValueClass) : undefined;
    }
    return place.type;
  }

  #readBack(owner: ValueClass, name: string, plain: unknown): unknown {
    const instance = this.#library.plainToInstance(owner as new () => object, { [name]: plain });
    return (instance as Record<string, unknown>)[name];
  }
}

/** Something to remember for each property of each class. */
class Places<T> {
  readonly #byOwner = new WeakMap<object, Map<string, T>>();
  readonly #make: () => T;

  constructor(make: () => T) {
    this.#make = make;
  }

  at(owner: object, name: string): T {
    const places = this.#byOwner.get(owner) ?? new Map<string, T>();
    this.#byOwner.set(owner, places);
    const place = places.get(name) ?? this.#make();
    places.set(name, place);
    return place;
  }
}

/** class-transformer drops properties of the names that every object has, or fails on them. */
function losesNames(value: object): boolean {
  return Object.keys(value).some((name) => name in Object.prototype);
}
