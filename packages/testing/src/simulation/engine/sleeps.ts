import type { PendingEvent } from './event.js';
import type { World } from './world.js';

/** The sleeps of one process, as timers that are picked like any other event. */
export class Sleeps {
  readonly #world: World;
  readonly #thread: string;
  readonly #clockOffset: number;
  readonly #pending = new Set<PendingEvent>();
  #forgotten = false;

  constructor(world: World, thread: string, clockOffset: number) {
    this.#world = world;
    this.#thread = thread;
    this.#clockOffset = clockOffset;
  }

  now(): number {
    return this.#world.time.now() + this.#clockOffset;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const { virtual, agenda, time, trace } = this.#world;
    if (!virtual) return this.#real(ms, signal);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const end = () => {
        this.#pending.delete(timer);
        agenda.remove(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const onAbort = () => {
        end();
        if (!this.#forgotten) reject(signal?.reason);
      };
      const timer = agenda.add({
        kind: 'timer',
        thread: this.#thread,
        due: time.now() + Math.max(ms, 0),
        happen: () => {
          end();
          trace.add(this.#thread, `wakes after ${Math.round(ms)} ms`);
          resolve();
        },
      });
      this.#pending.add(timer);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Nobody is left to be woken. */
  forget(): void {
    this.#forgotten = true;
    for (const timer of this.#pending) this.#world.agenda.remove(timer);
  }

  async #real(ms: number, signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#world.time.sleep(ms, signal);
    } finally {
      if (this.#forgotten) await new Promise<never>(() => {});
    }
  }
}
