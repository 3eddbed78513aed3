import { median, spread } from './statistics.js';

/** How two contenders compare over a number of rounds. */
export interface Ratio {
  readonly ratio: number;
  readonly rounds: number;
  /** The middle half of the rounds' ratios, as a share of their median: how sure the ratio is. */
  readonly spread: number;
}

/**
 * The median of the rounds' own ratios: the two of a round ran one right after the other, so that a machine
 * that is busy for a while slows down both.
 */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Ratio {
  if (ours.length !== theirs.length) throw new RangeError('Both take part in every round.');
  const ratios = ours.map((value, round) => value / theirs[round]!);
  return { ratio: median(ratios), rounds: ratios.length, spread: spread(ratios) };
}
