import type { Slots } from './slots.js';
import type { SeriesType } from './values.js';

/** One series of an entity: a column for each slot. */
export interface SeriesDeclaration {
  /** Its slots: `hoursOfDay()`, `daysOfMonth()`, `minutesOfDay()`, or `slots({ … })` of any type. */
  // biome-ignore lint/suspicious/noExplicitAny: slots of whatever type; what they take is inferred
  readonly slots: Slots<any>;
  /** What each slot holds. Doubles cannot be incremented, because their sums are rounded. */
  readonly type: SeriesType;
  /**
   * The name of the columns. `{slot}` stands for the number of the slot, with zeros in front so that all are of one
   * length: `Count{slot}` is `Count00` to `Count23`. What the slots of a series are called cannot be changed later.
   */
  readonly column: string;
  /** What a slot reads as that was never written. Left out: `undefined`. */
  readonly missing?: number | bigint;
  /**
   * How many slots a row holds, 1 to 250. Left out: 200. The first so many are in the entity's own row, the others in
   * rows behind it. It cannot be changed once there is data.
   */
  readonly perRow?: number;
  /**
   * Whether writing a slot makes the entity if there is none, with nothing but its key. Left out: where the class
   * has nothing but its key.
   */
  readonly create?: boolean;
}
