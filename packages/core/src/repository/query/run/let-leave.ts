// Not the global: a test may have faked that.
import { setImmediate } from 'node:timers';

/** Lets a request that was just made leave this machine, before the processor is busy with something else. */
export function letLeave(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
