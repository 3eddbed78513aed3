import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Runs a compiled module of this package in a process of its own, and returns the JSON that it prints. */
export async function runChild(module: string, args: readonly string[]): Promise<unknown> {
  const path = fileURLToPath(new URL(`../../dist/${module}.js`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...args]);
  return JSON.parse(stdout);
}
