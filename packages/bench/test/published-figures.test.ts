import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BARS } from '../src/bars/index.js';

const page = readFileSync(new URL('../../../docs/performance.md', import.meta.url), 'utf8');

/** `| what | at most | run | run | run |` */
const rows = new Map(
  [...page.matchAll(/^\| (.+?) +\|((?: +[\d.]+ +\|)+)$/gm)].map(([, what, cells]) => [
    what!.trim(),
    cells!
      .split('|')
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '')
      .map(Number),
  ]),
);

it.each(BARS.map((bar) => [bar.name, bar] as const))('%s: the documentation has it', (name, { atMost }) => {
  const [limit, ...measured] = rows.get(name) ?? [];
  expect(limit).toBe(atMost);
  expect(measured).toHaveLength(3);
});
