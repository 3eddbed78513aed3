import type { ReadRow } from '../store/index.js';

/**
 * What the repository remembers about an entity that it read or wrote, to tell later what changed. A row as it was
 * read will do: a scan makes nothing else for its entities.
 */
export interface Stamp extends ReadRow {
  /** The row has, or may have, more than `raw`: what is derived from it cannot be told without reading it. */
  readonly partial?: true;
}

/** A constructor that returns its argument: a subclass's private fields are then put on that object. */
class Itself {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: this is how a private field gets onto a foreign object
    return object;
  }
}

/** For frozen and sealed entities, to which some engines add no private fields. */
const sealed = new WeakMap<object, Stamp>();

/**
 * Invisible to the entity, to JSON, to spreading and to equality. Cheaper than a WeakMap, which makes a
 * scan twice as slow.
 */
class Stamped extends Itself {
  #stamp: Stamp;

  constructor(entity: object, stamp: Stamp) {
    super(entity);
    this.#stamp = stamp;
  }

  static read(entity: object): Stamp | undefined {
    return #stamp in entity ? entity.#stamp : sealed.get(entity);
  }

  static write(entity: object, stamp: Stamp): void {
    if (#stamp in entity) {
      entity.#stamp = stamp;
      return;
    }
    // Asking first whether it is extensible would cost several times as much as the stamp itself.
    try {
      new Stamped(entity, stamp);
    } catch {
      sealed.set(entity, stamp);
    }
  }
}

export function stampOf(entity: object): Stamp | undefined {
  return Stamped.read(entity);
}

export function putStamp<E extends object>(entity: E, stamp: Stamp): E {
  Stamped.write(entity, stamp);
  return entity;
}

/**
 * Matches no version. Handed out when a reply was lost and the row may have been changed again since: a write
 * under it is refused, and overwrites nothing unseen.
 */
export const UNSEEN_ETAG = 'W/"unseen"';

/** What a write by key alone can tell: the row's new version. */
export class Written {
  readonly etag: string;

  constructor(etag: string) {
    this.etag = etag;
  }
}

/**
 * The ETag of an entity that was read or written through a repository, to carry it through HTTP and back
 * as `{ ifMatch }`. `undefined` for an entity that was never stored.
 * @example `response.setHeader('ETag', etagOf(employee)!);`
 */
export function etagOf(entity: object): string | undefined {
  if (typeof entity !== 'object' || entity === null) return undefined;
  return entity instanceof Written ? entity.etag : stampOf(entity)?.etag;
}
