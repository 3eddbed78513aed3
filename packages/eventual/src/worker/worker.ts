import { type CallScope, OptionsError, UNBOUNDED } from '@tablewright/core';
import type { QueueOutbox } from '../outbox/outbox.js';
import { KnownDerivations } from '../reconcile/known.js';
import { type HandleContext, handleMessage } from './handle-message.js';
import { HeldMessage } from './message.js';
import { Meter, type WorkerMetrics } from './metrics.js';
import { type WorkerOptions, type WorkerSettings, workerSettings } from './options.js';

export interface DrainOptions {
  readonly signal?: AbortSignal;
  /**
   * `idle` (default): until no message is to be seen. `empty`: until none is left, those that are hidden for now
   * included; messages of other programs would keep it waiting.
   */
  readonly until?: 'idle' | 'empty';
}

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
  readonly #known: KnownDerivations;
  readonly #settings: WorkerSettings;
  readonly #meter = new Meter();
  readonly #signal: AbortSignal | undefined;
  #running: { readonly stop: AbortController; readonly ended: Promise<unknown> } | undefined;

  constructor(outboxes: QueueOutbox | readonly QueueOutbox[], options: WorkerOptions) {
    this.#outboxes = Array.isArray(outboxes) ? [...outboxes] : [outboxes as QueueOutbox];
    if (
      this.#outboxes.length === 0 ||
      !this.#outboxes.every((one) => typeof one?.hints?.receive === 'function')
    ) {
      throw new OptionsError('outboxes', 'A worker is made with a QueueOutbox, or an array of them.');
    }
    this.#settings = workerSettings(options);
    this.#known = new KnownDerivations(options.repositories);
    this.#signal = options.signal;
  }

  /** Begins to work, and returns. Has no effect on a worker that is at work. */
  start(): void {
    if (this.#running) return;
    const stop = new AbortController();
    if (this.#signal?.aborted) return;
    const onAbort = () => stop.abort();
    this.#signal?.addEventListener('abort', onAbort, { once: true });
    const ended = Promise.all(this.#outboxes.map((outbox) => this.#work(outbox, stop.signal))).finally(() => {
      this.#signal?.removeEventListener('abort', onAbort);
      this.#running = undefined;
    });
    this.#running = { stop, ended };
  }

  /** Takes no more messages, and resolves when those that it has are done with. */
  async stop(): Promise<void> {
    this.#running?.stop.abort();
    await this.#running?.ended;
  }

  /** Works until nothing is to be seen (or nothing is left), and resolves. May be called without `start`. */
  async drain({ signal, until = 'idle' }: DrainOptions = {}): Promise<WorkerMetrics> {
    if (until !== 'idle' && until !== 'empty') throw new OptionsError('until', "until is 'idle' or 'empty'.");
    await Promise.all(
      this.#outboxes.map(async (outbox) => {
        while (!signal?.aborted) {
          const seen = await this.#round(outbox, signal);
          if (seen > 0) continue;
          if (until === 'idle' || (await outbox.hints.count(UNBOUNDED)) === 0) return;
          await this.#pause(outbox, this.#settings.pollInterval, signal);
        }
      }),
    );
    return this.metrics();
  }

  metrics(): WorkerMetrics {
    return this.#meter.read();
  }

  async #work(outbox: QueueOutbox, signal: AbortSignal): Promise<void> {
    const { pollInterval } = this.#settings;
    let pause = pollInterval / 10;
    while (!signal.aborted) {
      const seen = await this.#round(outbox, signal).catch((error) => {
        outbox.settings.observe({ type: 'unreachable', queue: outbox.settings.queue, error });
        return 0;
      });
      pause = seen > 0 ? pollInterval / 10 : Math.min(pollInterval, pause * 2);
      if (seen === 0) await this.#pause(outbox, pause, signal);
    }
  }

  /** One look at a queue: how many messages there were. */
  async #round(outbox: QueueOutbox, signal: AbortSignal | undefined): Promise<number> {
    const { concurrency, visibility } = this.#settings;
    const scope: CallScope = signal ? { ...UNBOUNDED, signal } : UNBOUNDED;
    const { messages, at } = await outbox.hints.receive(concurrency, visibility, scope);
    const context: HandleContext = {
      outbox,
      known: this.#known,
      settings: this.#settings,
      meter: this.#meter,
    };
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
