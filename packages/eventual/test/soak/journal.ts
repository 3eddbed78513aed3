import { openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** What an operation does to an entity: one more on its count, or its making or deletion by its only owner. */
export type Doing = 'count' | 'make' | 'delete' | 'other';

/** What a writer says before it sends anything. */
export interface Intended {
  readonly op: string;
  readonly does: Doing;
  /** The entities, by `nameOf`: all or none of them. */
  readonly on: readonly string[];
}

/** `refused`: the library says that nothing was written. `unknown`: it says that it does not know. */
export type Ending = 'done' | 'absent' | 'refused' | 'unknown';

export interface Ended {
  readonly op: string;
  readonly ended: Ending;
  readonly code?: string;
}

/** An operation with what its writer learnt of it; `killed`: it did not live to. */
export interface Told extends Intended {
  readonly ended: Ending | 'killed';
  readonly code?: string;
}

/** One file for each process. Each line is one write: what was written before a kill is there after it. */
export class Journal {
  readonly #file: number;

  constructor(folder: string, process: number) {
    this.#file = openSync(join(folder, `${process}.jsonl`), 'a');
  }

  intend(intended: Intended): void {
    this.#write(intended);
  }

  end(ended: Ended): void {
    this.#write(ended);
  }

  #write(line: Intended | Ended): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}

/** Everything that all processes wrote, each in its order. */
export function readJournals(folder: string): readonly Told[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => tellingOf(readFileSync(join(folder, file), 'utf8')));
}

export function tellingOf(text: string): readonly Told[] {
  const told = new Map<string, Told>();
  for (const line of text.split('\n').filter(Boolean)) {
    const entry = JSON.parse(line) as Intended | Ended;
    if ('does' in entry) told.set(entry.op, { ...entry, ended: 'killed' });
    else told.set(entry.op, { ...told.get(entry.op)!, ...entry });
  }
  return [...told.values()];
}
