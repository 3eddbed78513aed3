import { type EntityModel, isVersion, VERSION_COLUMN } from '../model/index.js';
import { NewerVersionError, StoredValueError } from './errors.js';
import type { RawRow } from './raw-row.js';

type Versioned = Pick<EntityModel, 'name' | 'version'>;

/** The version that a row was written with; 1 where it does not say. */
export function versionOf({ name }: Versioned, raw: RawRow): number {
  const stored = raw[VERSION_COLUMN] ?? 1;
  if (isVersion(stored)) return stored;
  throw new StoredValueError({
    entity: name,
    property: VERSION_COLUMN,
    column: VERSION_COLUMN,
    expected: 'a version, 1 or more',
  });
}

/** Whether a row is of a newer version than the class. */
export function isNewer(model: Versioned, raw: RawRow): boolean {
  return versionOf(model, raw) > (model.version ?? 1);
}

/**
 * Throws a NewerVersionError unless the class may write over this row. Every write that knows what is stored
 * asks first: newer columns could be lost, and what they mean.
 */
export function checkWritable(of: Versioned | { readonly model: Versioned }, raw: RawRow): void {
  const model = 'model' in of ? of.model : of;
  if (isNewer(model, raw)) throw new NewerVersionError(model.name, versionOf(model, raw), model.version ?? 1);
}
