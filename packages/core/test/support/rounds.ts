import type { Fault, InstrumentedHttpClient, RecordedRequest } from '@tablewright/testing';

/** What happens to a request, by the number of its round; `undefined`: the emulator answers. */
export type Answers = (round: number, request: RecordedRequest) => Fault | undefined;

/** So many turns of the event loop without anything new mean that everybody waits for an answer. */
const QUIET_TURNS = 12;

interface Held {
  go(round: number): void;
}

/**
 * Answers requests in rounds: all that are under way, once nobody sends any more. So how many there are at once does
 * not depend on how fast anything is.
 */
export class Rounds {
  /** How many requests there were in each round. */
  readonly sizes: number[] = [];
  readonly requests: (readonly RecordedRequest[])[] = [];
  /** The most that were ever under way. */
  most = 0;
  underWay = 0;
  #held: (Held & { readonly request: RecordedRequest })[] = [];
  #watching = false;

  constructor(http: InstrumentedHttpClient, answers: Answers = () => undefined) {
    const fault: Fault = {
      name: 'rounds',
      run: async (exchange) => {
        this.most = Math.max(this.most, ++this.underWay);
        try {
          const round = await this.#hold(exchange.recorded, exchange.request.abortSignal as AbortSignal);
          const answer = answers(round, exchange.recorded);
          return await (answer ? answer.run(exchange) : exchange.send());
        } finally {
          this.underWay--;
        }
      },
    };
    http.inject(fault, { times: Number.POSITIVE_INFINITY });
  }

  #hold(request: RecordedRequest, signal: AbortSignal | undefined): Promise<number> {
    return new Promise((resolve, reject) => {
      const held = { request, go: resolve };
      const abort = () => {
        this.#held = this.#held.filter((other) => other !== held);
        reject(Object.assign(new Error('The operation was aborted.'), { name: 'AbortError' }));
      };
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort, { once: true });
      this.#held.push(held);
      if (!this.#watching) void this.#watch();
    });
  }

  async #watch(): Promise<void> {
    this.#watching = true;
    let before = 0;
    for (let quiet = 0; quiet < QUIET_TURNS; ) {
      await new Promise((resolve) => setImmediate(resolve));
      const stands = this.#held.length === before && this.#held.length === this.underWay;
      quiet = stands ? quiet + 1 : 0;
      before = this.#held.length;
    }
    this.#watching = false;
    const held = this.#held;
    if (held.length === 0) return;
    this.#held = [];
    const round = this.sizes.push(held.length) - 1;
    this.requests.push(held.map(({ request }) => request));
    for (const { go } of held) go(round);
  }
}
