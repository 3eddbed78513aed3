import { it } from 'vitest';
import { mended, sweptAndCollected, verified, verifiedReads } from '../scenarios/several-indexes.js';
import { expectToHold } from '../support/simulated/hold.js';

// Apart from the others, so that they take turns on another core.
it.each([
  { scenario: mended, schedules: 100 },
  { scenario: verified, schedules: 200 },
  { scenario: verifiedReads, schedules: 200 },
  // Hours go by in each of them, in which workers look for messages.
  { scenario: sweptAndCollected, schedules: 100 },
])('$scenario.name holds under schedules', ({ scenario, schedules }) => expectToHold(scenario, schedules));
