import { type QueueOutbox, sweep, type WorkerOptions } from '@tablewright/eventual';
import type { ActorContext } from '@tablewright/testing/simulation';
import { impatientWorker } from './program.js';

/** What the operators of a service have running anyway: a worker, and now and then a sweep. */
export async function settle(
  { clock }: ActorContext,
  outbox: QueueOutbox,
  repositories: WorkerOptions['repositories'],
): Promise<void> {
  // Hints of what was never sent are kept for a while; nobody has to look at them every second.
  await impatientWorker(outbox, { repositories, pollInterval: 30_000 }).drain({ until: 'empty' });
  await clock.sleep(60_000);
  const { failures } = await sweep(outbox, { repositories, olderThan: 10_000 });
  for (const { error } of failures) throw error;
}
