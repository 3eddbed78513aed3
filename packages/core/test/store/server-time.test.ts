import { expect, it } from 'vitest';
import { ticksOfDate } from '../../src/edm/index.js';
import { serverTicksAt } from '../../src/store/server-time.js';

it('the beginning of a call is its reply, less what passed since, less a margin for coarse clocks', () => {
  const reply = new Date('2026-05-04T12:00:10Z');
  expect(serverTicksAt(reply.toUTCString(), 4_000)).toBe(ticksOfDate(new Date('2026-05-04T12:00:04Z')));
});

it('is unknown without a readable date', () => {
  expect(serverTicksAt(undefined, 0)).toBeUndefined();
  expect(serverTicksAt('yesterday', 0)).toBeUndefined();
});
