import { it } from 'vitest';
import { interPartitionIndex, madeAgain, madeAgainInline } from '../scenarios/inter-partition-index.js';
import { expectToHold } from '../support/simulated/hold.js';

it.each([interPartitionIndex, madeAgain, madeAgainInline])('$name holds under many schedules', (scenario) =>
  expectToHold(scenario, 1_000),
);
