import type { DerivationState } from '@tablewright/core';

/** Which properties of one entity are kept on those that refer to it, and how they refer to it. */
export interface DenormalizationDeclaration {
  /** What errors, plans, `verify` and `rebuild` call it. */
  readonly name: string;
  /**
   * For each variable of the source's RowKey, the property of the referrer that has its value; those of the
   * PartitionKey are the same. A referrer where one of them has no value refers to nobody. Left out: the RowKey has
   * no variables of its own, so that all entities of a partition refer to the same source.
   * @example `{ id: 'managerId' }`
   */
  readonly link?: Readonly<Record<string, string>>;
  /**
   * The copies: optional properties of the referrer, each with the property of the source that it has the value of.
   * @example `{ managerName: 'lastName', managerEmail: 'email' }`
   */
  readonly copy: Readonly<Record<string, string>>;
  /**
   * How a source finds those who refer to it. `scan` (default): it reads all rows of the referrers' class in the
   * partition, 1 request for every 1,000. `{ index }`: each referrer has a small row of its own under this literal,
   * and a source reads only those that lead to it, and then the referrers, 1 request each.
   * @example `{ index: 'managed_' }`
   */
  readonly referrers?: 'scan' | { readonly index: string };
  /**
   * What becomes of a source that is deleted while others refer to it. `refuse` (default): it is not deleted.
   * `clear`: they refer to nobody any more, in the same transaction; for this the link has to be optional.
   */
  readonly onDelete?: 'refuse' | 'clear';
  /**
   * `ready` (default). `building`: copies are written, but entities that are older than the declaration may lack
   * them. `dropping`: copies are no longer kept.
   */
  readonly state?: DerivationState;
}
