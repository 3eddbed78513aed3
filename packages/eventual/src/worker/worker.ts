import { checkOptions, isTablewrightError, OptionsError } from '@tablewright/core';
import { OutboxUnavailableError } from '../outbox/errors.js';
import type { QueueOutbox } from '../outbox/outbox.js';
import { contextsOf, KnownDerivations } from '../reconcile/known.js';
import { type HandleContext, handleMessage } from './handle-message.js';
import { HeldMessage } from './message.js';
import { Meter, type WorkerMetrics } from './metrics.js';
import { checkSignal, type WorkerOptions, type WorkerSettings, workerSettings } from './options.js';

export interface DrainOptions {
  /** Ends it early: it takes no more messages, and resolves when those that it has are done with. */
  readonly signal?: AbortSignal;
  /**
   * `idle` (default): until no message is to be seen. `empty`: until none is left, those that are hidden for now
   * included; messages of other programs would keep it waiting.
   */
  readonly until?: 'idle' | 'empty';
}

/** A queue that does not answer is asked again after so long. */
const RECEIVE_TIMEOUT_MS = 60_000;

/**
 * Carries out what writers left to be done. Any number of workers, in any number of processes, may work on the same
 * queues: what is done twice does no harm.
 *
 * @example
 * ```
 * const worker = new OutboxWorker(outbox, { repositories: [employees] });
 * worker.start();
 * process.on('SIGTERM', () => worker.stop());
 * ```
 */
export class OutboxWorker {
  readonly #outboxes: readonly QueueOutbox[];
  readonly #contexts: ReadonlyMap<QueueOutbox, HandleContext>;
  readonly #settings: WorkerSettings;
  readonly #meter = new Meter();
  readonly #signal: AbortSignal | undefined;
  #running: { readonly stop: AbortController } | undefined;
  readonly #ending = new Set<Promise<unknown>>();

  constructor(outboxes: QueueOutbox | readonly QueueOutbox[], options: WorkerOptions) {
    this.#outboxes = Array.isArray(outboxes) ? [...outboxes] : [outboxes as QueueOutbox];
    if (
      this.#outboxes.length === 0 ||
      !this.#outboxes.every((one) => typeof one?.hints?.receive === 'function')
    ) {
      throw new OptionsError('outboxes', 'A worker is made with a QueueOutbox, or an array of them.');
    }
    const settings = workerSettings(options);
    const stores = this.#outboxes.map(({ store }) => store);
    const contexts = contextsOf(options.repositories, stores);
    const meter = this.#meter;
    this.#settings = settings;
    this.#contexts = new Map(
      this.#outboxes.map((outbox) => {
        const known = new KnownDerivations(contexts, outbox.store);
        return [outbox, { outbox, known, settings, meter }];
      }),
    );
    this.#signal = options.signal;
  }

  /** Begins to work, and returns. Has no effect on a worker that is at work. */
  start(): void {
    if (this.#running || this.#signal?.aborted) return;
    const stop = new AbortController();
    const onAbort = () => stop.abort();
    this.#signal?.addEventListener('abort', onAbort, { once: true });
    const ended = Promise.all(this.#outboxes.map((outbox) => this.#work(outbox, stop.signal))).finally(() => {
      this.#signal?.removeEventListener('abort', onAbort);
      if (this.#running === running) this.#running = undefined;
      this.#ending.delete(ended);
    });
    const running = { stop };
    this.#ending.add(ended);
    this.#running = running;
  }

  /** Takes no more messages, and resolves when those that it has are done with. It may be started again. */
  async stop(): Promise<void> {
    this.#running?.stop.abort();
    this.#running = undefined;
    await Promise.all(this.#ending);
  }

  /** Works until nothing is to be seen (or nothing is left), and resolves. May be called without `start`. */
  async drain(options: DrainOptions = {}): Promise<WorkerMetrics> {
    checkOptions(options);
    const { signal, until = 'idle' } = options;
    checkSignal(signal);
    if (until !== 'idle' && until !== 'empty') throw new OptionsError('until', "until is 'idle' or 'empty'.");
    const drained = await Promise.allSettled(
      this.#outboxes.map((outbox) => this.#drain(outbox, until, signal)),
    );
    for (const one of drained) if (one.status === 'rejected') throw one.reason;
    return this.metrics();
  }

  metrics(): WorkerMetrics {
    return this.#meter.read(this.#outboxes[0]!.store.clock.now());
  }

  async #drain(outbox: QueueOutbox, until: DrainOptions['until'], signal: AbortSignal | undefined) {
    const { store, hints } = outbox;
    while (!signal?.aborted) {
      try {
        if ((await this.#round(outbox, signal)) > 0) continue;
        const bounds = { timeout: RECEIVE_TIMEOUT_MS, ...(signal && { signal }) };
        if (until === 'idle' || (await store.within(bounds, (scope) => hints.count(scope))) === 0) return;
      } catch (error) {
        if (signal?.aborted) return;
        throw isTablewrightError(error) ? error : new OutboxUnavailableError({ queue: hints.name }, error);
      }
      await this.#pause(outbox, this.#settings.pollInterval, signal);
    }
  }

  async #work(outbox: QueueOutbox, signal: AbortSignal): Promise<void> {
    const { pollInterval } = this.#settings;
    let pause = pollInterval / 10;
    while (!signal.aborted) {
      const seen = await this.#round(outbox, signal).catch((error) => {
        if (!signal.aborted) {
          outbox.settings.observe({ type: 'unreachable', queue: outbox.settings.queue, error });
        }
        return 0;
      });
      if (seen === 0) await this.#pause(outbox, pause, signal);
      pause = seen > 0 ? pollInterval / 10 : Math.min(pollInterval, pause * 2);
    }
  }

  /** One look at a queue: how many messages there were. */
  async #round(outbox: QueueOutbox, signal: AbortSignal | undefined): Promise<number> {
    const { concurrency, visibility } = this.#settings;
    const { messages, at } = await outbox.store.within(
      { timeout: RECEIVE_TIMEOUT_MS, ...(signal && { signal }) },
      (scope) => outbox.hints.receive(concurrency, visibility, scope),
    );
    const context = this.#contexts.get(outbox)!;
    // Those that were taken are finished, also when the worker is to stop: nobody else sees them for a while.
    await Promise.all(
      messages.map(async (item) => {
        this.#meter.inFlight += 1;
        try {
          await handleMessage(context, new HeldMessage(outbox.hints, item), at);
        } finally {
          this.#meter.inFlight -= 1;
        }
      }),
    );
    return messages.length;
  }

  async #pause({ store }: QueueOutbox, ms: number, signal: AbortSignal | undefined): Promise<void> {
    await store.clock.sleep(ms * (0.5 + store.random() / 2), signal).catch(() => {});
  }
}
