import type { PropertyKind } from '../../model/index.js';

/** Kinds whose column codec answers `undefined` to all that it does not take, and never throws: it is called directly. */
export const BY_COLUMN: ReadonlySet<PropertyKind> = new Set<PropertyKind>(['int64', 'guid', 'dateTime']);
