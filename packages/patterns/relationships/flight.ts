import type { CallScope } from '@tablewright/core';

/** Work under way that several callers wait for. It ends early only when nobody waits any more. */
export class Flight<T> {
  readonly #result: Promise<T>;
  readonly #controller = new AbortController();
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.#result = work(this.#controller.signal);
    // Whoever waits hears of it; if all have left, nobody wants to.
    this.#result.catch(() => {});
  }

  /** Whether the last one has left before the end: nobody should join any more. */
  get abandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /** The result, unless the caller's own signal or timeout ends first. */
  async wait(scope: CallScope): Promise<T> {
    this.#waiting++;
    try {
      return await within(scope, this.#result);
    } finally {
      this.#waiting--;
      if (this.#waiting === 0 && scope.ended()) this.#controller.abort();
    }
  }
}

async function within<T>(scope: CallScope, shared: Promise<T>): Promise<T> {
  const over = scope.ended();
  if (over) throw over;
  const { signal } = scope;
  if (!signal) return shared;
  return new Promise((resolve, reject) => {
    const leave = () => reject(scope.ended());
    signal.addEventListener('abort', leave, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
