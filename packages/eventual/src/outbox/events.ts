import type { Hint } from '../queue/hint.js';

/** What happens to intents, for logs and metrics. */
export type OutboxEvent =
  /** A writer carried out what followed from its own transaction. */
  | {
      readonly type: 'applied';
      readonly table: string;
      readonly partition: string;
      readonly operations: number;
    }
  /** A writer committed, but left what follows to the workers. `error`: why. */
  | { readonly type: 'left'; readonly table: string; readonly partition: string; readonly error?: unknown }
  /** A worker is done with a message. `lag`: milliseconds since it was put. */
  | { readonly type: 'handled'; readonly hint: Hint; readonly intents: number; readonly lag: number }
  /** A worker could not do it now, and will see the message again. */
  | { readonly type: 'retried'; readonly hint: Hint; readonly attempt: number; readonly error: unknown }
  /** A message was moved to the poison queue. The intents stay: the sweeper still owns them. */
  | { readonly type: 'poisoned'; readonly reason: string; readonly hint?: Hint }
  /** Intents of a pattern that this program does not know were left alone. */
  | {
      readonly type: 'unknown';
      readonly table: string;
      readonly partition: string;
      readonly derivations: readonly string[];
    }
  /** A queue could not be reached. */
  | { readonly type: 'unreachable'; readonly queue: string; readonly error: unknown };
