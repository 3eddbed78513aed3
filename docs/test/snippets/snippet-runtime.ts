// Stands beside the generated modules: their checked lines call it.
import { formatWithOptions, type InspectOptions, inspect } from 'node:util';

const ON_ONE_LINE: InspectOptions = { breakLength: Number.POSITIVE_INFINITY, compact: true, depth: 10 };
let path = '';
const unreached = new Set<number>();

/** Names the page and the lines that must be reached. */
export function page(name: string, lines: readonly number[]): void {
  path = name;
  // A test runner decides by itself what to run.
  if (process.env['VITEST']) return;
  for (const line of lines) unreached.add(line);
  process.once('exit', (code) => {
    if (code !== 0) return;
    for (const line of unreached) console.error(`${path}:${line}: the checked statement was never reached.`);
    if (unreached.size > 0) process.exitCode = 1;
  });
}

export function shows(line: number, expected: string, value: unknown): void {
  compare(line, expected, inspect(value, ON_ONE_LINE));
}

export function prints(line: number, expected: string, ...values: unknown[]): void {
  compare(line, expected, formatWithOptions(ON_ONE_LINE, ...values));
}

/** `expected` is `throws ClassOrCode`, with `: text` when the message matters. */
export async function throws(line: number, expected: string, run: () => Promise<void>): Promise<void> {
  const [, kind, message] = /^throws (\w+)(?:: (.*))?$/.exec(expected) ?? [];
  try {
    await run();
  } catch (error) {
    const thrown = error as Error & { readonly code?: unknown };
    if (kind !== thrown.constructor.name && kind !== thrown.code)
      throw mismatch(line, expected, inspect(error));
    if (message !== undefined) compare(line, message, thrown.message);
    unreached.delete(line);
    return;
  }
  throw mismatch(line, expected, 'nothing was thrown');
}

function compare(line: number, expected: string, actual: string): void {
  unreached.delete(line);
  const pattern = expected
    .split('…')
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.*');
  if (!new RegExp(`^${pattern}$`, 's').test(actual)) throw mismatch(line, expected, actual);
}

function mismatch(line: number, expected: string, actual: string): Error {
  return new Error(`${path}:${line}: the page says\n  ${expected}\nbut it is\n  ${actual}`);
}
