import type { Bench, Figure } from '../bars/index.js';
import type { Effort } from '../measure/effort.js';
import { interleave } from '../measure/interleave.js';
import { cpu } from '../measure/meter.js';
import { median } from '../measure/statistics.js';

/** Figures that show how costs grow: none of them has a bar. */
export interface Growth {
  readonly name: string;
  measure(bench: Bench): Promise<readonly Figure[]>;
}

const SIZES = [1_000, 10_000, 100_000];

/** What one entity costs when there are more and more of them. It should not depend on that. */
export async function perEntity(
  name: string,
  { quick }: Bench,
  prepare: (count: number) => () => unknown,
): Promise<readonly Figure[]> {
  const effort: Effort = quick ? { seconds: 0.5, atLeast: 2 } : { seconds: 4, atLeast: 3 };
  const figures: Figure[] = [];
  for (const count of quick ? SIZES.slice(0, -1) : SIZES) {
    const { work } = await interleave({ work: prepare(count) }, cpu, effort);
    const each = (median(work) * 1_000) / count;
    figures.push({ name: `${name}, ${count} entities`, value: `${each.toFixed(2)} µs CPU each` });
  }
  return figures;
}
