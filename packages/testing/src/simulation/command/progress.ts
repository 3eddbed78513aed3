import type { Figures, ScheduleReport } from '../schedules/report.js';
import type { Chunk } from './shard.js';

const EVERY_MS = 2_000;

/** Knows how far a run has come: where to go on if it is interrupted now. */
export class Progress {
  readonly #done = new Set<number>();
  #next: number;
  #shownAt = performance.now();

  constructor(from: number) {
    this.#next = from;
  }

  add({ from, count }: Chunk): void {
    this.#done.add(from);
    // Ranges are as long as each other, but for the last one.
    while (this.#done.delete(this.#next)) this.#next += count;
  }

  /** A line now and then. */
  lineFor({ scenario, schedules, violations }: ScheduleReport, of: number): string | undefined {
    const now = performance.now();
    if (now - this.#shownAt < EVERY_MS) return undefined;
    this.#shownAt = now;
    return `${scenario}: ${schedules} of ${of} schedules, violations: ${violations.length} (to go on: --pattern ${scenario} --from ${this.#next})`;
  }
}

/** What was in the schedules of one scenario. */
export function summaryOf({ scenario, schedules, redrawn, least, totals, faults }: ScheduleReport): string {
  const names = ['writers', 'workers', 'writes', 'faults'] as const satisfies (keyof Figures)[];
  const inEach = names.map((name) => `${name} ${Number.isFinite(least[name]) ? least[name] : 0}+`).join(', ');
  const fired = Object.entries(faults)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
  return [
    `${scenario}: ${schedules} schedules with ${inEach} in each; ${redrawn} drawn anew`,
    `  in all: writes ${totals.writes}, requests ${totals.requests}, events ${totals.events}, faults ${totals.faults} (${fired})`,
  ].join('\n');
}
