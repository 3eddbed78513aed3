import { CARRIERS, type Carrier } from './carriers.js';
import type { EdmType } from './edm-type.js';
import type { ColumnTypes } from './row.js';

/** The types of a class's columns side by side, in their order. */
export interface SharedTypes {
  readonly names: readonly string[];
  readonly types: readonly EdmType[];
  readonly carriers: readonly Carrier[];
}

const known = new WeakMap<ColumnTypes, SharedTypes>();
let lastTypes: ColumnTypes | undefined;
let lastShared: SharedTypes | undefined;

/** Says that many rows have these very types. They are frozen, because what is worked out for them is kept. */
export function shareTypes(types: ColumnTypes): void {
  const names = Object.keys(types);
  const ofNames = names.map((name) => types[name]!);
  Object.freeze(types);
  known.set(types, { names, types: ofNames, carriers: ofNames.map((type) => CARRIERS[type]) });
}

/** The shared form of a row's types; `undefined` when they are the row's own. */
export function sharedTypes(types: ColumnTypes): SharedTypes | undefined {
  // Rows come in runs of one class.
  if (types !== lastTypes) {
    lastShared = known.get(types);
    lastTypes = types;
  }
  return lastShared;
}
