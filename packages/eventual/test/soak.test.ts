import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const ROLLDOWN = path('../../../node_modules/rolldown/bin/cli.mjs');
/** A folder of its own: somebody may be running the long one. */
const FOLDER = path('../.soak/smoke');

function run(...parameters: string[]) {
  return new Promise<{ readonly code: unknown; readonly output: string }>((resolve) => {
    execFile(process.execPath, parameters, { cwd: path('../../..') }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, output: stdout + stderr });
    });
  });
}

describe('npm run soak', () => {
  it('loses nothing, doubles nothing, and ends with the figures', async () => {
    const built = await run(ROLLDOWN, '-c', 'rolldown.soak.mjs', '--dir', FOLDER);
    expect(built.code, built.output).toBe(0);
    const options = '--seconds 6 --kills 5 --writers 2 --workers 2 --drain idle'.split(' ');
    const { code, output } = await run(`${FOLDER}/main.js`, ...options);
    const figures = /^soak: \d+ s, kills: (\d+), writes: (\d+), lost: 0, doubled: 0, wrong copies: 0$/;
    const [, kills, writes] = output.trimEnd().split('\n').at(-1)!.match(figures) ?? [];
    expect(Number(kills), output).toBeGreaterThanOrEqual(5);
    expect(Number(writes)).toBeGreaterThan(0);
    expect(code).toBe(0);
    const wrong = await run(`${FOLDER}/main.js`, '--kills', 'many');
    expect(wrong.code).toBe(2);
    expect(wrong.output).toContain('--kills is a whole number, 0 or more.');
  });
});
