import { describe, expect, it } from 'vitest';
import { OverlapWindow } from '../../log-tail/overlap-window.js';

const NOW = 1_000_000n;
/** Of one poll: an entry each 10 ticks, with pauses as between slices. */
function longPoll(window: OverlapWindow, entries: number): number {
  let most = 0;
  window.begin(NOW);
  for (let i = 0; i < entries; i++) {
    window.admit(`k${i}`, BigInt(i) * 10n);
    if (i % 10 === 9) window.pause();
    most = Math.max(most, window.size);
  }
  return most;
}

describe('a poll that begins far back', () => {
  it('keeps the keys of the overlap and of a slice, not those of the whole log', () => {
    expect(longPoll(new OverlapWindow(0n, 100n), 5_000)).toBeLessThanOrEqual(21);
  });

  it('goes on where it would have gone on without a pause', () => {
    const window = new OverlapWindow(0n, 100n);
    longPoll(window, 1_000);
    const inside = window.position();
    expect(inside.low).toBe(9_990n - 100n);
    expect(inside.seen).toHaveLength(11);
    window.end();
    expect(window.position()).toEqual(inside);
    expect(window.low).toBe(inside.low);
  });

  it('an entry that is late by the overlap is new, one that was seen is not', () => {
    const window = new OverlapWindow(0n, 100n);
    longPoll(window, 1_000);
    window.end();
    window.begin(NOW);
    expect(window.admit('late', 9_895n)).toBe(true);
    expect(window.admit('k990', 9_900n)).toBe(false);
  });
});
