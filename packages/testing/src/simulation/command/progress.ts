import type { Figures, ScheduleReport } from '../schedules/report.js';
import type { Chunk } from './shard.js';

const EVERY_MS = 2_000;

/** Knows how far a run has come: where to go on if it is interrupted now. */
export class Progress {
  readonly #range: Chunk;
  readonly #done = new Set<number>();
  #next: number;
  #shownAt = performance.now();

  constructor(range: Chunk) {
    this.#range = range;
    this.#next = range.from;
  }

  add({ from, count }: Chunk): void {
    this.#done.add(from);
    // Ranges are as long as each other, but for the last one.
    while (this.#done.delete(this.#next)) this.#next += count;
  }

  /** A line now and then. */
  lineFor({ schedules, violations }: ScheduleReport): string | undefined {
    const now = performance.now();
    if (now - this.#shownAt < EVERY_MS) return undefined;
    this.#shownAt = now;
    const { scenario, seed, from, count } = this.#range;
    const left = from + count - this.#next;
    const goOn = `--pattern ${scenario} --seed ${seed} --from ${this.#next} --schedules ${left}`;
    return `${scenario}: ${schedules} of ${count} schedules, violations: ${violations.length}${left > 0 ? ` (to go on: ${goOn})` : ''}`;
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
