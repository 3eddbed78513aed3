import type { CallOptions, QueryPlan } from '@tablewright/core';

/** Entities of two classes that share a partition: one, and those that belong to it. */
export interface Family<One, Many> {
  /** The very plan of `read`. 0 requests. */
  explain(): QueryPlan;
  /**
   * Both at once, each an instance of its class that its repository can update. 1 request for each page of at most
   * 1,000 rows. What lies between them in the order of the keys is read along, and left out.
   */
  read(options?: CallOptions): Promise<{ readonly one: One | undefined; readonly many: Many[] }>;
  /**
   * Deletes all of them in one transaction, each at the version that was read: the requests of `read`, and 1 more.
   * All or nothing: EntityChangedError or EntityNotFoundError if somebody else was faster with one of them, LimitError
   * if they are more than a transaction holds. Gives the number of entities that were deleted.
   *
   * An entity that is inserted between the two requests stays, unless its writer also updates the one.
   */
  delete(options?: CallOptions): Promise<number>;
}
