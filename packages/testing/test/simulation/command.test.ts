import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const COMMAND = path('../../dist/simulation/command/main.js');
const SCENARIOS = path('./fixtures/scenarios.mjs');

/** Runs the command as it was built. */
function command(...parameters: string[]) {
  return new Promise<{ readonly code: unknown; readonly lines: string[]; readonly errors: string }>(
    (resolve) => {
      execFile(process.execPath, [COMMAND, ...parameters], (error, stdout, stderr) => {
        resolve({ code: error?.code ?? 0, lines: stdout.trimEnd().split('\n'), errors: stderr });
      });
    },
  );
}

describe('tablewright-schedules', () => {
  it('ends with the numbers when all is well', async () => {
    const { code, lines } = await command(
      SCENARIOS,
      '--pattern',
      'careful',
      '--schedules',
      '250',
      '--seed',
      '7',
    );
    expect(lines.at(-1)).toBe('schedules: 250, violations: 0, seed: 7');
    expect(lines[0]).toMatch(
      /^careful: 250 schedules with writers 2\+, workers 0\+, writes 2\+, faults 1\+ in each; \d+ drawn anew$/,
    );
    expect(code).toBe(0);
  });

  it('tells how to see a violation again, and what comes is the same', async () => {
    const first = await command(SCENARIOS, '--pattern', 'careless', '--shards', '1');
    expect(first.code).toBe(1);
    expect(first.lines.at(-1)).toMatch(/^schedules: \d+, violations: \d+, seed: 1$/);
    const replay = first.lines.find((line) => line.startsWith('scenario: careless, schedule: '))!;
    const again = await command(SCENARIOS, ...replay.split('schedule: ')[1]!.split(' '));
    expect(again.lines.at(-1)).toBe('schedules: 1, violations: 1, seed: 1');
    const story = (lines: string[]) => lines.slice(0, lines.indexOf('')).join('\n');
    expect(story(again.lines)).toContain('check failed: Error: it is 1');
    expect(story(again.lines)).toBe(story(first.lines));
  });

  it('shares the schedules among all scenarios unless told', async () => {
    const { lines, code } = await command(SCENARIOS, '--schedules', '121');
    const scenarios = lines.filter((line) => /^care\w+: /.test(line)).map((line) => line.split(' with')[0]);
    // Who has seen enough violations ends early.
    expect(scenarios).toEqual([
      'careful: 61 schedules',
      expect.stringMatching(/^careless: [1-5]?\d schedules$/),
    ]);
    expect(code).toBe(1);
  });

  it('leaves out scenarios that no schedule is left for', async () => {
    const { lines, code } = await command(SCENARIOS, '--schedules', '1');
    expect(lines.filter((line) => line.startsWith('care'))).toHaveLength(1);
    expect(lines.at(-1)).toBe('schedules: 1, violations: 0, seed: 1');
    expect(code).toBe(0);
  });

  it.each([
    [[], 'Name at least one module'],
    [[SCENARIOS, '--schedules', 'many'], '--schedules is a whole number, 1 or more.'],
    [[SCENARIOS, '--pattern', 'other'], "No scenario is called 'other'. There are: careful, careless."],
    [[path('./support/cells.ts').replace('cells.ts', 'missing.js')], 'Cannot find module'],
    [[COMMAND.replace('main.js', 'options.js')], 'No scenario is exported'],
  ])('says what is wrong: %#', async (parameters, message) => {
    const { code, errors } = await command(...parameters);
    expect(errors).toContain(message);
    expect(code).toBe(2);
  });
});
