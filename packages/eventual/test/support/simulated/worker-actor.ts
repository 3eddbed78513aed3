import type { OutboxWorker } from '@tablewright/eventual';
import type { Actor, ActorContext } from '@tablewright/testing/simulation';
import { untilEnded } from './until-ended.js';

/** A process that runs a worker, and that is started anew when it dies. */
export function workerActor(open: (context: ActorContext) => OutboxWorker): Actor {
  return {
    role: 'worker',
    background: true,
    restarts: true,
    async run(context) {
      const worker = open(context);
      worker.start();
      await untilEnded(context);
      await worker.stop();
    },
  };
}
