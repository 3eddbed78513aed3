import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Runs a program of this workspace and returns what it printed; throws with its output when it fails. */
export async function run(file: string, args: readonly string[], cwd = ROOT): Promise<string> {
  const { stdout } = await promisify(execFile)(file, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

export const node = (args: readonly string[], cwd?: string): Promise<string> =>
  run(process.execPath, args, cwd);

export const bin = (name: string): string => `${ROOT}node_modules/.bin/${name}`;
