import type { KeyArgs } from '../../keys/index.js';
import type { EntityClass } from '../../model/index.js';
import type { KeyScope, RowKeyBounds } from '../bags/key-scope.js';
import type { PropertyBag } from '../bags/property-bag.js';
import type { EntityOf } from '../types.js';

/** What a mixed table gives: instances of its classes, and rows of no class. Narrow it with `instanceof`. */
export type MixedItem<Classes extends readonly EntityClass[]> = EntityOf<Classes[number]> | PropertyBag;

type IsUnion<T, All = T> = T extends unknown ? ([All] extends [T] ? false : true) : never;
type PartitionOf<Classes extends readonly EntityClass[]> = Classes[number]['key']['partition'];

/** The variables of the partition template, if all classes have the same one. */
type PartitionArgs<Classes extends readonly EntityClass[]> =
  IsUnion<PartitionOf<Classes>> extends false
    ? KeyArgs<EntityOf<Classes[number]>, { readonly partition: PartitionOf<Classes>; readonly row: '' }>
    : never;

/**
 * Which rows of a mixed table: of one partition, by the properties that all its classes share or by its key as it
 * is stored, or of the whole table.
 */
export type MixedScope<Classes extends readonly EntityClass[]> =
  | (KeyScope & { readonly partition?: never })
  | {
      readonly partition: PartitionArgs<Classes>;
      readonly rowKey?: RowKeyBounds;
      readonly partitionKey?: never;
      readonly scan?: never;
    };

export interface MixedOptions<Classes extends readonly EntityClass[]> {
  /**
   * Decides by itself which class a row is read as, instead of discriminators and key templates; `undefined`
   * leaves it a property bag. Runs for every row.
   */
  readonly resolve?: (bag: PropertyBag) => Classes[number] | undefined;
}
