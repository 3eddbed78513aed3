import type { EmbeddedStorage } from '@tablewright/testing';
import { painter } from './render/colours.js';
import { Page } from './render/page.js';
import { plural } from './render/text.js';
import { actSources, listing } from './source.js';
import { Stage } from './stage.js';
import { steps } from './steps/index.js';
import { Versions } from './versions.js';

export interface TourOptions {
  readonly emulator: EmbeddedStorage;
  /** Takes the tour line by line. */
  readonly write: (line: string) => void;
  readonly colour: boolean;
  readonly width: number;
}

/** Walks through all steps. Throws when one does not go as it says. */
export async function runTour({ emulator, write, colour, width }: TourOptions): Promise<void> {
  const versions = new Versions();
  const page = new Page(width, painter(colour), versions);
  const show = (lines: readonly string[]) => lines.forEach(write);
  const stage = new Stage(emulator, page.textWidth);
  let requests = 0;

  show(page.box('Tablewright: a tour of Contoso', INTRODUCTION));
  for (const [index, step] of steps.entries()) {
    show(page.step(index + 1, step));
    if (step.listing) show(page.code(listing(step.listing)));
    const sources = actSources(step.name, step.acts.length);
    for (const [i, act] of step.acts.entries()) {
      show(page.code(sources[i]!));
      const observed = await stage.run(act);
      requests += observed.requests.length;
      show(page.act(act, observed));
      versions.see(observed.after);
    }
  }
  const done = `${plural(steps.length, 'step')}, ${plural(requests, 'request')}`;
  show(['', ...page.box(done, FAREWELL)]);
}

const INTRODUCTION = [
  'Each step shows its code, the plan that Tablewright makes of it, the requests that leave the process, and ' +
    'the rows as the official Azure client reads them afterwards. Versions (ETags) are called v1, v2 and so ' +
    'on; a dot stands for a column that the row does not have.',
  'All of it happens now, on a storage emulator inside this process. Nothing is left behind.',
];

const FAREWELL = [
  'Where to go next:',
  '· docs/ explains each idea in depth',
  '· examples/tour/src/steps/ has the code of this tour, a file for each step',
];
