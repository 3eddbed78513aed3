import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface BenchOptions {
  readonly quick: boolean;
  /** Runs only what has this in its name. */
  readonly only: string | undefined;
  /** Where the bars are written, as an array. */
  readonly json: string | undefined;
}

/** Reads the command line; throws for what it does not know. */
export function readOptions(
  args: readonly string[],
  folder = process.env['INIT_CWD'] ?? process.cwd(),
): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean' }, only: { type: 'string' }, json: { type: 'string' } },
  });
  // npm runs scripts in the package's folder: a path is meant from where the user stands.
  const json = values.json === undefined ? undefined : resolve(folder, values.json);
  return { quick: values.quick ?? false, only: values.only, json };
}

export function wanted({ only }: BenchOptions, name: string): boolean {
  return only === undefined || name.toLowerCase().includes(only.toLowerCase());
}
