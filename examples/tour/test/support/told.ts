import { stripVTControlCharacters } from 'node:util';
import { embeddedStorage, type RecordedRequest } from '@tablewright/testing';
import { readPhysicalRows } from '../../src/physical-rows.js';
import { steps } from '../../src/steps/index.js';
import { runTour } from '../../src/tour.js';

/** A whole tour, as it was written out. */
export interface Told {
  readonly lines: readonly string[];
  /** How many requests each act claims to have made, beside how many there were when it said so. */
  readonly claims: readonly (readonly [shown: number, made: number])[];
  readonly requests: readonly RecordedRequest[];
  /** How many rows there were in the end. */
  readonly rows: number;
}

export async function tell(options: { readonly width: number; readonly colour: boolean }): Promise<Told> {
  const emulator = await embeddedStorage({ services: ['table', 'queue'] });
  try {
    const lines: string[] = [];
    const claims: [number, number][] = [];
    let before = 0;
    const write = (line: string) => {
      lines.push(line);
      const shown = /^ {2}(\d+) requests? /.exec(stripVTControlCharacters(line))?.[1];
      if (shown === undefined) return;
      const { length } = emulator.http.requests;
      claims.push([Number(shown), length - before]);
      before = length;
    };
    await runTour({ emulator, write, ...options });
    const rows = await readPhysicalRows(emulator.rawTable('Contoso'));
    return { lines, claims, requests: [...emulator.http.requests], rows: rows.length };
  } finally {
    await emulator.close();
  }
}

/** The lines of one step. */
export function linesOf({ lines }: Told, name: string): string {
  const number = steps.findIndex((each) => each.name === name) + 1;
  const [, rest = ''] = lines.join('\n').split(`── ${number} · `);
  return rest.split('\n── ')[0]!;
}
