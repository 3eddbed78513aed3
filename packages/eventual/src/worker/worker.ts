import { checkOptions, OptionsError, type TableStore } from '@tablewright/core';
import type { QueueOutbox } from '../outbox/outbox.js';
import { contextsOf, KnownDerivations } from '../reconcile/known.js';
import type { HandleContext } from './handle-message.js';
import { Meter, type WorkerMetrics } from './metrics.js';
import { checkSignal, type StopOptions, stopTimeout, type WorkerOptions, workerSettings } from './options.js';
import { pauseUnless } from './pause.js';
import { drainQueue, serveQueue } from './serve-queue.js';

export interface DrainOptions {
  /** Ends it early: it takes no more messages, and resolves when those that it has are done with. */
  readonly signal?: AbortSignal;
  /**
   * `idle` (default): until no message is to be seen. `empty`: until none is left, those that are hidden for now
   * included; messages of other programs would keep it waiting.
   */
  readonly until?: 'idle' | 'empty';
}

/** From a start to its end. */
interface Run {
  /** Takes no more messages. */
  readonly stop: AbortController;
  /** Breaks off what is being done. */
  readonly cut: AbortController;
  readonly ended: Promise<unknown>;
}

/**
 * Carries out what writers left to be done. Any number of workers, in any number of processes, may work on the same
 * queues: what is done twice does no harm.
 *
 * @example
 * ```
 * const worker = new OutboxWorker(outbox, { repositories: [employees] });
 * worker.start();
 * process.on('SIGTERM', () => worker.stop({ timeout: 20_000 }));
 * ```
 */
export class OutboxWorker {
  readonly #contexts: readonly HandleContext[];
  readonly #meter: Meter;
  readonly #signal: AbortSignal | undefined;
  #running: Run | undefined;
  readonly #ending = new Set<Run>();

  constructor(outboxes: QueueOutbox | readonly QueueOutbox[], options: WorkerOptions) {
    const own: readonly QueueOutbox[] = Array.isArray(outboxes) ? outboxes : [outboxes];
    if (own.length === 0 || !own.every((one) => typeof one?.hints?.receive === 'function')) {
      throw new OptionsError('outboxes', 'A worker is made with a QueueOutbox, or an array of them.');
    }
    const settings = workerSettings(options);
    const stores = own.map(({ store }) => store);
    const contexts = contextsOf(options.repositories, stores);
    // By then, whoever works on it has seen the message again.
    const meter = new Meter((settings.backOff.most + settings.visibility) * 1_000);
    this.#meter = meter;
    this.#contexts = own.map((outbox) => {
      const known = new KnownDerivations(contexts, outbox.store);
      return { outbox, known, settings, meter };
    });
    this.#signal = options.signal;
  }

  /** Begins to work, and returns. Has no effect on a worker that is at work. */
  start(): void {
    if (this.#running || this.#signal?.aborted) return;
    const stop = new AbortController();
    const cut = new AbortController();
    const onAbort = () => stop.abort();
    this.#signal?.addEventListener('abort', onAbort, { once: true });
    const serving = this.#contexts.map((context) => serveQueue(context, stop.signal, cut.signal));
    const ended = Promise.all(serving).finally(() => {
      this.#signal?.removeEventListener('abort', onAbort);
      if (this.#running === run) this.#running = undefined;
      this.#ending.delete(run);
    });
    const run = { stop, cut, ended };
    this.#ending.add(run);
    this.#running = run;
  }

  /** Takes no more messages, and resolves when those that it has are done with. It may be started again. */
  async stop(options: StopOptions = {}): Promise<void> {
    const timeout = stopTimeout(options);
    this.#running?.stop.abort();
    this.#running = undefined;
    const runs = [...this.#ending];
    const ended = Promise.all(runs.map((run) => run.ended));
    if (timeout !== undefined) {
      await pauseUnless(ended, this.#store.clock, timeout);
      for (const { cut } of runs) cut.abort();
    }
    await ended;
  }

  /** Works until nothing is to be seen (or nothing is left), and resolves. May be called without `start`. */
  async drain(options: DrainOptions = {}): Promise<WorkerMetrics> {
    checkOptions(options);
    const { signal, until = 'idle' } = options;
    checkSignal(signal);
    if (until !== 'idle' && until !== 'empty') throw new OptionsError('until', "until is 'idle' or 'empty'.");
    const drained = await Promise.allSettled(
      this.#contexts.map((context) => drainQueue(context, until, signal)),
    );
    for (const one of drained) if (one.status === 'rejected') throw one.reason;
    return this.metrics();
  }

  metrics(): WorkerMetrics {
    return this.#meter.read(this.#store.clock.now());
  }

  get #store(): TableStore {
    return this.#contexts[0]!.outbox.store;
  }
}
