import type { Pending, Verdict } from '../pending.js';

/** What one attempt to send items of one partition came to. */
export interface GroupSent {
  readonly verdicts: readonly Verdict[];
  /** Those that are to be sent again, in their order. */
  readonly left: readonly Pending[];
  /**
   * `refused`: one item was, and undid the transaction. `divide`: some item is at fault, and which one can only
   * be told by sending fewer of them.
   */
  readonly kind: 'sent' | 'refused' | 'divide';
}
