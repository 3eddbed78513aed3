import { expect, it } from 'vitest';
import { compileTemplate, isKeyOf, type KeyKind, SYSTEM_PREFIX } from '../../src/keys/index.js';

const kindOf = (variable: string): KeyKind => (variable === 'id' ? 'int32' : 'text');
const row = (template: string) => compileTemplate(template, kindOf, 'row');

it.each([
  ['empid_{id:06}', 'empid_000223'],
  ['{name}', 'any'],
  ['all', 'all'],
])('%s writes %s', (template, key) => {
  expect(isKeyOf(row(template), key)).toBe(true);
});

it.each([
  ['empid_{id:06}', 'empid_223'],
  ['empid_{id:06}', 'email_x'],
  ['empid_{id:06}', ''],
  ['all', 'alls'],
  ['{name}', `${SYSTEM_PREFIX}own`],
  ['{name}', 'no/key'],
])('%s does not write %s', (template, key) => {
  expect(isKeyOf(row(template), key)).toBe(false);
});
