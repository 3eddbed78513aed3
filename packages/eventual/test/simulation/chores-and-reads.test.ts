import { it } from 'vitest';
import { mended, sweptAndCollected, verified, verifiedReads } from '../scenarios/several-indexes.js';
import { expectToHold } from '../support/simulated/hold.js';

// Apart from the others, so that they take turns on another core; and fewer, for each of them takes twice as long.
it.each([mended, verified, verifiedReads, sweptAndCollected])('$name holds under schedules', (scenario) =>
  expectToHold(scenario, 100),
);
