import { it } from 'vitest';
import { additions } from '../scenarios/additions.js';
import { movedAndMadeAgain } from '../scenarios/moved-and-made-again.js';
import { rollingDeployment } from '../scenarios/rolling-deployment.js';
import { clientsMadeAgain, namedWrites, severalIndexes } from '../scenarios/several-indexes.js';
import { twoClasses } from '../scenarios/two-classes.js';
import { expectToHold } from '../support/simulated/hold.js';

const SCENARIOS = [
  severalIndexes,
  clientsMadeAgain,
  namedWrites,
  additions,
  movedAndMadeAgain,
  rollingDeployment,
  twoClasses,
];

it.each(SCENARIOS)('$name holds under schedules', (scenario) => expectToHold(scenario, 200));
