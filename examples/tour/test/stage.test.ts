import { type EmbeddedStorage, embeddedStorage } from '@tablewright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wantsColour } from '../src/render/colours.js';
import { Stage } from '../src/stage.js';
import { type Act, grid } from '../src/step.js';

let emulator: EmbeddedStorage;
let stage: Stage;
beforeAll(async () => {
  emulator = await embeddedStorage({ services: ['table', 'queue'] });
  stage = new Stage(emulator, 80);
});
afterAll(() => emulator.close());

const rows = grid('');
const refused: Act['run'] = async ({ employees }) => {
  await employees.get({ department: 'Sales', id: 1_234_567 });
};

it('gathers what an act did', async () => {
  const run: Act['run'] = async ({ departments, console }) => {
    await departments.insert({ name: 'Sales', employeeCount: 2 });
    console.log('stored', 1);
  };
  const seen = await stage.run({ run, rows });
  expect(seen.printed).toEqual(['stored 1']);
  expect(seen.plans.map(({ kind }) => kind)).toEqual(['write']);
  expect(seen.requests.map(({ operation }) => operation)).toEqual([
    'POST Contoso',
    'POST Tables',
    'POST Contoso',
  ]);
  expect(seen.before).toEqual([]);
  expect(seen.after.map(({ columns }) => columns.get('employeeCount'))).toEqual([
    { type: 'Int32', value: '2' },
  ]);
  const next = await stage.run({ run: refused, rows, fails: 'KEY_VALUE_INVALID' });
  expect(next).toMatchObject({ printed: [], plans: [], requests: [], before: seen.after });
});

it('does not go on when an act ends otherwise than it says', async () => {
  await expect(stage.run({ run: refused, rows })).rejects.toThrow('not with KEY_VALUE_INVALID');
  await expect(stage.run({ run: refused, rows, fails: 'ENTITY_CHANGED' })).rejects.toThrow('ENTITY_CHANGED');
  await expect(stage.run({ run: async () => {}, rows, fails: 'ENTITY_CHANGED' })).rejects.toThrow(
    'An act should end with ENTITY_CHANGED, not with success.',
  );
  const broken = new TypeError('a bug');
  await expect(stage.run({ run: () => Promise.reject(broken), rows })).rejects.toBe(broken);
});

it('uses colour only at a terminal that wants it', () => {
  expect(wantsColour({ isTTY: true }, {})).toBe(true);
  expect(wantsColour({}, {})).toBe(false);
  expect(wantsColour({ isTTY: true }, { NO_COLOR: '1' })).toBe(false);
  expect(wantsColour({ isTTY: true }, { TERM: 'dumb' })).toBe(false);
});
