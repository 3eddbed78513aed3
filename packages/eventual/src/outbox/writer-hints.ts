import { type CallScope, hasCode, type TableStore, UNBOUNDED } from '@tablewright/core';
import type { Hint } from '../queue/hint.js';
import type { HintQueue, PutHint } from '../queue/hint-queue.js';
import { OutboxUnavailableError } from './errors.js';
import type { OutboxSettings } from './options.js';

/** A hint, and the message that it went into, if one could be put before the commit. */
export interface Told {
  readonly hint: Hint;
  readonly put: PutHint | undefined;
}

/** Nobody waits long for a queue that does not answer: whoever carries out his intents himself hardly needs it. */
const PATIENCE_MS = { inline: 2_000, worker: 10_000 } as const;
/** For so long after that, it is not asked again. */
const REST_MS = 5_000;

/** What writers have to say to the workers. */
export class WriterHints {
  readonly #store: TableStore;
  readonly #queue: HintQueue;
  readonly #settings: OutboxSettings;
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor(store: TableStore, queue: HintQueue, settings: OutboxSettings) {
    this.#store = store;
    this.#queue = queue;
    this.#settings = settings;
  }

  /**
   * Before the commit: 1 request. A queue that cannot be reached stops no writer that carries out its intents itself:
   * they are on record, and the sweeper knows where.
   */
  async put(hint: Hint, scope: CallScope): Promise<PutHint | undefined> {
    const { mode, hintDelay } = this.#settings;
    try {
      return await this.#briefly(scope, (part) => this.#queue.put(hint, hintDelay, part));
    } catch (error) {
      const ended = scope.ended();
      if (ended) throw ended;
      if (mode === 'worker') throw new OutboxUnavailableError({ queue: this.#queue.name }, error);
      return undefined;
    }
  }

  /** Lets the workers see it now: 1 request. A caller who gave up does not wait for it. */
  async show({ hint, put }: Told, scope: CallScope): Promise<void> {
    const ended = scope.ended() !== undefined;
    const shown = this.#briefly(ended ? UNBOUNDED : scope, async (part) => {
      if (put) await this.#queue.hide(put, undefined, 0, part);
      else await this.#queue.put(hint, 0, part);
    });
    if (ended) shown.catch(() => {});
    else await shown;
  }

  /** Nobody has to look any more: 1 request. What stays costs a worker a look, and nothing else. */
  async takeBack(put: PutHint, scope: CallScope): Promise<void> {
    if (!scope.ended()) await this.#briefly(scope, (part) => this.#queue.remove(put, part));
  }

  async #briefly<T>(scope: CallScope, work: (scope: CallScope) => Promise<T>): Promise<T | undefined> {
    const { mode, observe } = this.#settings;
    const { clock } = this.#store;
    if (clock.monotonic() < this.#restsUntil) return undefined;
    const { signal } = scope;
    const bounds = { timeout: PATIENCE_MS[mode], ...(signal && { signal }) };
    try {
      return await this.#store.within(bounds, work);
    } catch (error) {
      const ended = scope.ended();
      // Whoever has no time left may have spent it here.
      if (ended && !hasCode(ended, 'TIMEOUT')) throw error;
      // With workers alone, each write has to be told of.
      if (mode === 'inline') this.#restsUntil = clock.monotonic() + REST_MS;
      observe({ type: 'unreachable', queue: this.#queue.name, error });
      throw error;
    }
  }
}
