import type { ServiceLimits } from '../limits/index.js';
import type { HeaderSets } from './headers.js';

/** What requests are made of, besides what they are about. */
export interface Sender {
  /** The account's address. */
  readonly base: string;
  readonly headers: HeaderSets;
  readonly limits: ServiceLimits;
}
