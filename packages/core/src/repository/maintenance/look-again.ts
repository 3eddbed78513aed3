import type { Task } from './task.js';

/** How often rows are looked at while others change them, before they count as unsettled. */
export const MOST_LOOKS = 60;
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 250;

/** Waits a little longer each time, so that those who write come to an end. */
export async function pauseBeforeLook({ context, scope }: Task, look: number): Promise<void> {
  const { clock, random } = context.store;
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** look) * random();
  await clock.sleep(pause, scope.signal).catch(() => {});
  const ended = scope.ended();
  if (ended) throw ended;
}
