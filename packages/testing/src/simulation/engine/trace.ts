import type { RecordedRequest } from '../../http/recorded-request.js';

/** One thing that happened in a simulation. */
export interface TraceEntry {
  /** Milliseconds since the beginning, by the simulated clock. */
  readonly at: number;
  readonly actor: string;
  /** Such as `starts`, `sends`, `applied`, `sees`, `wakes`, `killed`, `ends`. */
  readonly what: string;
  /** Method, path and telling parameters of the request in question. */
  readonly operation?: string | undefined;
  readonly status?: number | undefined;
  readonly fault?: string | undefined;
}

/** Written while a simulation runs. Requests are put into words only if somebody reads them. */
export class Trace {
  readonly #entries: (() => TraceEntry)[] = [];
  readonly #elapsed: () => number;

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  add(actor: string, what: string, details: TraceDetails = {}): void {
    const at = this.#elapsed();
    const { record, status, fault } = details;
    this.#entries.push(() => ({ at, actor, what, operation: record?.().operation, status, fault }));
  }

  get entries(): readonly TraceEntry[] {
    return this.#entries.map((entry) => entry());
  }
}

interface TraceDetails {
  readonly record?: () => RecordedRequest;
  readonly status?: number | undefined;
  readonly fault?: string | undefined;
}

/** One line for each entry. */
export function formatTrace(entries: readonly TraceEntry[]): string {
  const width = Math.max(0, ...entries.map(({ actor }) => actor.length));
  return entries
    .map(({ at, actor, what, operation, status, fault }, index) => {
      const parts = [operation, status === undefined ? undefined : `-> ${status}`, fault && `[${fault}]`];
      const time = `${Math.round(at)} ms`.padStart(9);
      return `${String(index + 1).padStart(4)} ${time}  ${actor.padEnd(width)}  ${[what, ...parts].filter(Boolean).join(' ')}`;
    })
    .join('\n');
}
