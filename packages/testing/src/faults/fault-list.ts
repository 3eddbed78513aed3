import type { RecordedRequest } from '../http/recorded-request.js';
import { checkCount, checkFunction, checkOptions } from '../option-checks.js';
import type { Fault } from './fault.js';

/** When an injected fault strikes. */
export interface InjectOptions {
  /** How many requests it hits; 1 unless told, `Infinity` for all. */
  readonly times?: number;
  /** Only requests for which this returns true. */
  readonly when?: (request: RecordedRequest) => boolean;
  /** Lets this many matching requests pass first. */
  readonly after?: number;
}

/** Watches over an injected fault. */
export interface InjectedFault {
  /** How many requests it has hit so far. */
  readonly fired: number;
  /** Takes it away; requests that it has already hit are not undone. */
  remove(): void;
}

interface Entry {
  readonly fault: Fault;
  readonly times: number;
  readonly when: (request: RecordedRequest) => boolean;
  passesLeft: number;
  fired: number;
}

/** The faults lying in wait, in the order in which they were injected. */
export class FaultList {
  readonly #entries = new Set<Entry>();

  add(fault: Fault, options: InjectOptions): InjectedFault {
    checkFault(fault);
    checkInjectOptions(options);
    const { times = 1, when = () => true, after = 0 } = options;
    const entry: Entry = { fault, times, when, passesLeft: after, fired: 0 };
    this.#entries.add(entry);
    return {
      get fired() {
        return entry.fired;
      },
      remove: () => void this.#entries.delete(entry),
    };
  }

  /** The fault for this request, counted as fired. A request hits one fault at most: the first that matches. */
  take(request: RecordedRequest): Fault | undefined {
    for (const entry of this.#entries) {
      if (entry.fired >= entry.times) continue;
      if (entry.fault.applies?.(request) === false || !entry.when(request)) continue;
      if (entry.passesLeft > 0) {
        entry.passesLeft -= 1;
        continue;
      }
      entry.fired += 1;
      return entry.fault;
    }
    return undefined;
  }

  clear(): void {
    this.#entries.clear();
  }
}

/** Here, and not at the request that it would hit: that one is far from the mistake. */
function checkFault(fault: unknown): void {
  const { name, run } = (fault ?? {}) as Partial<Fault>;
  if (typeof name === 'string' && typeof run === 'function') return;
  throw new TypeError('inject: the fault is one of faults, or an object of your own, { name, run }.');
}

function checkInjectOptions(options: InjectOptions): void {
  checkOptions('inject: the second argument', options, '{ times: 2 }');
  checkCount('inject: times', options.times, 0);
  checkCount('inject: after', options.after, 0);
  checkFunction('inject: when', options.when);
}
