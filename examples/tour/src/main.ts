import { embeddedStorage } from '@tablewright/testing';
import { wantsColour } from './render/colours.js';
import { runTour } from './tour.js';

const WIDEST = 100;
const NARROWEST = 72;

// Whoever reads through `head` or leaves a pager early has seen enough.
process.stdout.on('error', () => process.exit());

const emulator = await embeddedStorage({ services: ['table', 'queue'] });
try {
  await runTour({
    emulator,
    write: (line) => void process.stdout.write(`${line}\n`),
    colour: wantsColour(process.stdout, process.env),
    width: Math.max(NARROWEST, Math.min(process.stdout.columns ?? WIDEST, WIDEST)),
  });
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await emulator.close();
}
