import { type Effort, rounds, warmUpOf } from './effort.js';
import type { Meter } from './meter.js';

/** Of each contender the measured values, round by round. */
export type Measured<Name extends string> = Readonly<Record<Name, readonly number[]>>;

/**
 * Measures some pieces of work against each other: after a warm-up each runs once in every round, and each
 * round begins with another one, so that none always cleans up after the same neighbour.
 */
export async function interleave<Name extends string>(
  contenders: Readonly<Record<Name, () => unknown>>,
  meter: Meter,
  effort: Effort,
): Promise<Measured<Name>> {
  // Only here, and not in every round: a full collection throws away hidden classes and compiled code with the
  // objects, and the next to run would pay for that. What is left behind in a round is little.
  globalThis.gc?.();
  await measure(contenders, meter, warmUpOf(effort));
  return measure(contenders, meter, effort);
}

async function measure<Name extends string>(
  contenders: Readonly<Record<Name, () => unknown>>,
  meter: Meter,
  effort: Effort,
): Promise<Measured<Name>> {
  const names = Object.keys(contenders) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const another = rounds(effort);
  for (let round = 0; another(); round++) {
    for (const name of rotated(names, round)) {
      // The young generation is enough: what one leaves behind is not cleared away at the cost of the next.
      globalThis.gc?.({ type: 'minor' });
      measured[name].push(await meter(contenders[name]));
    }
  }
  return measured;
}

function rotated<T>(items: readonly T[], by: number): readonly T[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
