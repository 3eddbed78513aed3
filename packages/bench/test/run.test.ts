import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BARS } from '../src/bars/index.js';
import { readOptions, wanted } from '../src/options.js';
import { reportRow } from '../src/report/row.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const bench = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, ['--expose-gc', MAIN, ...args]);

describe('the command', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bench-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('prints a table, and writes the bars that it ran as JSON', async () => {
    const file = join(folder, 'bars.json');
    const { stdout } = await bench('--quick', '--only', 'DECODE / electro', '--json', file);
    const rows = JSON.parse(await readFile(file, 'utf8')) as unknown[];
    expect(rows).toEqual([
      {
        name: 'decode / electrodb `parse`',
        ratio: expect.any(Number),
        atMost: 0.2,
        holds: expect.any(Boolean),
        peer: expect.stringMatching(/^electrodb \d/),
        rounds: expect.any(Number),
        spread: expect.any(Number),
      },
    ]);
    expect(stdout).toContain('decode / electrodb `parse`');
  });

  it('writes an empty array when nothing was to be run', async () => {
    const file = join(folder, 'nothing.json');
    await bench('--quick', '--only', 'no such bar', '--json', file);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual([]);
  });

  it('refuses options that it does not know', async () => {
    await expect(bench('--fast')).rejects.toThrow('--fast');
  });
});

describe('bars', () => {
  it('are told apart by their names, and each has a limit and a peer', () => {
    expect(new Set(BARS.map(({ name }) => name)).size).toBe(14);
    for (const { atMost, peer } of BARS) {
      expect(atMost).toBeGreaterThan(0);
      expect(peer).toMatch(/^\S+ \d+\.\d+\.\d+$/);
    }
  });

  it('hold up to their limit, and no further', () => {
    const [bar] = BARS;
    const at = (ratio: number) => reportRow(bar!, { ratio, rounds: 1, spread: 0 }).holds;
    expect([at(bar!.atMost), at(bar!.atMost + 0.00001)]).toEqual([true, false]);
  });
});

describe('options', () => {
  it('has none by default', () => {
    const options = readOptions([]);
    expect(options).toEqual({ quick: false, only: undefined, json: undefined });
    expect(wanted(options, 'anything')).toBe(true);
  });

  it('takes paths from where the user stands', () => {
    expect(readOptions(['--json', 'out.json'], '/somewhere').json).toBe(join('/somewhere', 'out.json'));
  });
});
