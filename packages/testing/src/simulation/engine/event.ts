import type { Choice } from '../schedulers/scheduler.js';

/** Something that has come up and waits for its turn. */
export interface PendingEvent extends Choice {
  /** The moment from which on it can happen. A timer's lies ahead, and the clock moves there. */
  readonly due: number;
  /** Late requests stay away until so many events have happened, or until nothing else can. */
  readonly notBefore?: number;
  /** Happens only when the clock has passed `due` anyway, or when nothing else can: timeouts of requests. */
  readonly reluctant?: boolean;
  happen(): void | Promise<void>;
}
