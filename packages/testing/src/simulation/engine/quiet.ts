import { setImmediate, setTimeout } from 'node:timers';

/** Simulations that wait for their next turn: they must not wait for each other. */
let waiting = 0;

function turn(): Promise<void> {
  waiting++;
  return new Promise((resolve) => {
    setImmediate(() => {
      waiting--;
      resolve();
    });
  });
}

/**
 * Waits until nobody in this process has anything left to do at once: no microtask, no tick, no immediate. Work
 * that leaves the thread (files, sockets, real timers) is not seen.
 */
export async function quiet(): Promise<void> {
  do await turn();
  while (immediates() > waiting);
}

function immediates(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Immediate').length;
}

/** Waits for work that leaves the thread: `true` as soon as the condition holds, `false` after the time given. */
export async function comesTrue(condition: () => boolean, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (performance.now() < end) {
    await new Promise<void>((resolve) => setTimeout(resolve, 1));
    if (condition()) return true;
  }
  return false;
}
