import { TablewrightError } from '../errors/index.js';

interface EntityDetails {
  readonly entity: string;
}

/** A write would overwrite without knowing what is there. Nothing was sent. */
export class MissingETagError extends TablewrightError<
  'ETAG_MISSING',
  EntityDetails & { readonly operation: string }
> {
  constructor(entity: string, operation: string) {
    super(
      'ETAG_MISSING',
      `${operation}() of ${entity} needs to know which version it replaces. Pass an entity that was read or written through this repository, or { ifMatch: etag }, or { force: true } to overwrite whatever is there.`,
      { entity, operation },
    );
  }
}

/** A property that is part of the key was changed: that would be another row. Nothing was sent. */
export class KeyChangedError extends TablewrightError<
  'KEY_CHANGED',
  EntityDetails & { readonly property?: string }
> {
  constructor(entity: string, property?: string) {
    super(
      'KEY_CHANGED',
      `${property === undefined ? 'A key property' : `'${property}'`} of ${entity} was changed, but it is part of the key: a row cannot move. Insert the entity under its new key, and delete the old one.`,
      property === undefined ? { entity } : { entity, property },
    );
  }
}

/**
 * The rows of an entity do not belong together: one of them is missing, or was written by something else. What is
 * there is not handed out as if it were the entity.
 */
export class EntityTornError extends TablewrightError<
  'ENTITY_TORN',
  EntityDetails & { readonly pattern: string }
> {
  constructor(entity: string, pattern: string) {
    super(
      'ENTITY_TORN',
      `${entity}: the rows of this entity do not belong together (${pattern}). verify() tells which one is missing; replace() with { force: true } stores it anew.`,
      { entity, pattern },
    );
  }
}

/** Others changed the row again and again between reading and writing it. Nothing of this call was applied. */
export class CongestionError extends TablewrightError<
  'CONGESTION',
  EntityDetails & { readonly attempts: number }
> {
  constructor(entity: string, attempts: number, options: ErrorOptions) {
    super(
      'CONGESTION',
      `${entity} was changed by others in each of ${attempts} attempts. Spread the writes over more rows, or allow more with { attempts }.`,
      { entity, attempts },
      options,
    );
  }
}
