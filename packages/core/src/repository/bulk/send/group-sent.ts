import type { Pending, Verdict } from '../pending.js';

/** What one attempt to send items of one partition came to. */
export interface GroupSent {
  readonly verdicts: readonly Verdict[];
  /** Those that are to be sent again, in their order. */
  readonly left: readonly Pending[];
  /** How many were sent, or would have been. */
  readonly tried: number;
  /**
   * `refused`: one item was, and undid the transaction. `divide`: some item is at fault, and which one can only
   * be told by sending fewer of them. `tooMany`: they do not go into one transaction.
   */
  readonly kind: 'sent' | 'refused' | 'divide' | 'tooMany';
}
