import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../src/clock/virtual-clock.js';

describe('VirtualClock', () => {
  it('stands still until it is moved', async () => {
    const clock = new VirtualClock(1_000);
    const woken: string[] = [];
    void clock.sleep(20).then(() => woken.push('late'));
    void clock.sleep(10).then(() => woken.push('early'));
    void clock.sleep(10).then(() => woken.push('as early, but asked later'));
    await Promise.resolve();
    expect([clock.now(), clock.monotonic(), clock.sleeping, clock.next]).toEqual([1_000, 0, 3, 1_010]);

    clock.advance(15);
    await new Promise(setImmediate);
    expect(woken).toEqual(['early', 'as early, but asked later']);
    expect([clock.now(), clock.sleeping]).toEqual([1_015, 1]);

    expect(clock.advanceToNext()).toBe(true);
    await new Promise(setImmediate);
    expect(woken.at(-1)).toBe('late');
    expect([clock.now(), clock.next, clock.advanceToNext()]).toEqual([1_020, undefined, false]);
  });

  it('only moves on, by a number of milliseconds', () => {
    const clock = new VirtualClock(1_000);
    for (const ms of ['5', Number.NaN, Number.POSITIVE_INFINITY, undefined, null, -1_000, 1e300]) {
      expect(() => clock.advance(ms as number), String(ms)).toThrow(
        new RangeError(
          'VirtualClock.advance: ms is by how many milliseconds the clock moves on: 0 or more, up to the year 9999.',
        ),
      );
      if (ms === undefined || ms === -1_000) continue;
      expect(() => new VirtualClock(ms as number), String(ms)).toThrow(
        'VirtualClock: start is in milliseconds',
      );
    }
    clock.advance(0);
    clock.advance(0.5);
    expect(clock.now()).toBe(1_000.5);
  });

  it('never comes to the end of a sleep without one', () => {
    const clock = new VirtualClock(1_000);
    void clock.sleep(Number.POSITIVE_INFINITY);
    expect([clock.sleeping, clock.next, clock.advanceToNext(), clock.now()]).toEqual([
      1,
      undefined,
      false,
      1_000,
    ]);
  });

  it('lets a signal end a sleep', async () => {
    const clock = new VirtualClock();
    const stop = new AbortController();
    const sleep = clock.sleep(10, stop.signal);
    stop.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
    await expect(clock.sleep(10, stop.signal)).rejects.toThrow('enough');
    expect(clock.sleeping).toBe(0);
  });
});
