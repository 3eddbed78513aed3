import type { KeyArgs } from '../../keys/index.js';
import type { KeyScope, RowKeyBounds } from '../bags/key-scope.js';
import type { PropertyBag } from '../bags/property-bag.js';
import type { EntityOf } from '../types.js';
import type { ClassOf, MixedMember } from './member.js';

/** What a mixed table gives: instances of its classes, and rows of no class. Narrow it with `instanceof`. */
export type MixedItem<Members extends readonly MixedMember[]> =
  | EntityOf<ClassOf<Members[number]>>
  | PropertyBag;

type IsUnion<T, All = T> = T extends unknown ? ([All] extends [T] ? false : true) : never;
type PartitionOf<Members extends readonly MixedMember[]> = ClassOf<Members[number]>['key']['partition'];

/** The variables of the partition template, if all classes have the same one. */
type PartitionArgs<Members extends readonly MixedMember[]> =
  IsUnion<PartitionOf<Members>> extends false
    ? KeyArgs<
        EntityOf<ClassOf<Members[number]>>,
        { readonly partition: PartitionOf<Members>; readonly row: '' }
      >
    : never;

/**
 * Which rows of a mixed table: of one partition, by the properties that all its classes share or by its key as it
 * is stored, or of the whole table.
 */
export type MixedScope<Members extends readonly MixedMember[]> =
  | (KeyScope & { readonly partition?: never })
  | {
      readonly partition: PartitionArgs<Members>;
      readonly rowKey?: RowKeyBounds;
      readonly partitionKey?: never;
      readonly scan?: never;
    };

export interface MixedOptions<Members extends readonly MixedMember[]> {
  /**
   * Decides by itself which class a row is read as, instead of discriminators and key templates; `undefined`
   * leaves it a property bag. Runs for every row.
   */
  readonly resolve?: (bag: PropertyBag) => ClassOf<Members[number]> | undefined;
}
