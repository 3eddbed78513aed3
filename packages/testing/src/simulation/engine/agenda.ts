import type { PendingEvent } from './event.js';

/** Whatever could happen next. */
export class Agenda {
  readonly #pending = new Set<PendingEvent>();
  readonly #longestDelay: number;
  #order = 0;

  /** @param longestDelay No event is held up for longer than this while time passes for others. */
  constructor(longestDelay: number) {
    this.#longestDelay = longestDelay;
  }

  add(event: Omit<PendingEvent, 'order'>): PendingEvent {
    const added = { ...event, order: this.#order++ };
    this.#pending.add(added);
    return added;
  }

  remove(event: PendingEvent): void {
    this.#pending.delete(event);
  }

  /** Whether a request or an answer is still on its way. */
  get busy(): boolean {
    return [...this.#pending].some(({ kind }) => kind !== 'timer');
  }

  clearTimers(): void {
    for (const event of this.#pending) if (event.kind === 'timer') this.#pending.delete(event);
  }

  /** What may happen at this time, after so many events. */
  choices(now: number, events: number): readonly PendingEvent[] {
    const possible = this.#inTime();
    const willing = possible.filter(
      ({ due, reluctant, notBefore = 0 }) => notBefore <= events && (!reluctant || due <= now),
    );
    return willing.length > 0 ? willing : possible;
  }

  /** Without the timers that would make others wait too long, and those that an earlier one of its actor precedes. */
  #inTime(): PendingEvent[] {
    let patience = Infinity;
    const firstTimers = new Map<string, PendingEvent>();
    for (const event of this.#pending) {
      patience = Math.min(patience, event.due + this.#longestDelay);
      if (event.kind !== 'timer') continue;
      const first = firstTimers.get(event.thread);
      if (!first || event.due < first.due) firstTimers.set(event.thread, event);
    }
    return [...this.#pending].filter(
      (event) => event.kind !== 'timer' || (event.due <= patience && firstTimers.get(event.thread) === event),
    );
  }
}
