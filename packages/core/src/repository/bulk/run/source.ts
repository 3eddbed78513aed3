import { OptionsError } from '../../../errors/index.js';
import type { Awaitable } from '../../write/awaitable.js';

const MISUSED =
  'items is an array, or anything else to iterate over, at once or asynchronously. Call a generator function first.';

/** Whatever the caller gave to read items from. */
export class Source {
  readonly #iterator: Iterator<unknown> | AsyncIterator<unknown>;
  #pulling = false;
  #givenUp = false;
  #giveUp: () => void = () => {};

  constructor(items: unknown) {
    this.#iterator = open(items);
  }

  /**
   * The next item; `undefined` at the end, and after `giveUp`. Throws what the source throws. A promise only if the
   * source gives one: most do not, and waiting for each of a million items takes longer than to read it.
   */
  next(): Awaitable<Pulled | undefined> {
    const pulled: unknown = this.#iterator.next();
    return isThenable(pulled) ? this.#untilGivenUp(pulled).then(opened) : opened(pulled);
  }

  /** Waits no longer for an item that the source is at work on. */
  giveUp(): void {
    this.#givenUp = true;
    this.#giveUp();
  }

  /** Nothing more will be read: lets the source clean up. */
  async close(): Promise<void> {
    try {
      const returned: unknown = this.#iterator.return?.();
      // A generator that is at work on an item would clean up only after it, which may be never.
      if (this.#pulling) Promise.resolve(returned).catch(() => {});
      else await returned;
    } catch {
      // The run ends for another reason, and that one is reported.
    }
  }

  /** A promise of its own for each item: racing against one that outlives them all would pile up on it. */
  #untilGivenUp(pulled: PromiseLike<unknown>): Promise<unknown> {
    this.#pulling = true;
    return new Promise((resolve, reject) => {
      this.#giveUp = () => resolve(GIVEN_UP);
      // The source itself may have been what ended the run.
      if (this.#givenUp) this.#giveUp();
      pulled.then(
        (result) => {
          this.#pulling = false;
          resolve(result);
        },
        (error: unknown) => {
          this.#pulling = false;
          reject(error);
        },
      );
    });
  }
}

export interface Pulled {
  readonly value: unknown;
}

const GIVEN_UP = Symbol();

function opened(result: unknown): Pulled | undefined {
  if (result === GIVEN_UP) return undefined;
  if (typeof result !== 'object' || result === null) throw new OptionsError('items', MISUSED);
  const { done, value } = result as IteratorResult<unknown>;
  return done ? undefined : { value };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined | null)?.then === 'function';
}

function open(items: unknown): Iterator<unknown> | AsyncIterator<unknown> {
  if (typeof items === 'object' && items !== null) {
    const source = items as { readonly [symbol: symbol]: unknown };
    const method = source[Symbol.asyncIterator] ?? source[Symbol.iterator];
    const opened: unknown = typeof method === 'function' ? Reflect.apply(method, source, []) : undefined;
    if (typeof (opened as Iterator<unknown> | undefined | null)?.next === 'function') {
      return opened as Iterator<unknown>;
    }
  }
  throw new OptionsError('items', MISUSED);
}
