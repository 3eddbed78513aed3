import { expect, it } from 'vitest';
import { differences } from './same-tests.js';

const ran = (project: string, ...names: readonly string[]) =>
  names.map((name) => ({ project, file: 'a.test.ts', name }));

it('tests that ran under both kinds of decorators are fine', () => {
  expect(
    differences([...ran('legacy', 'one', 'two'), ...ran('standard', 'two', 'one')], 'legacy', 'standard'),
  ).toEqual([]);
});

it('a test that ran under one of them only is named', () => {
  const tests = [...ran('legacy', 'one', 'two'), ...ran('standard', 'one', 'one')];
  expect(differences(tests, 'legacy', 'standard')).toEqual([
    'a.test.ts > one: 1 under legacy, 2 under standard',
    'a.test.ts > two: 1 under legacy, 0 under standard',
  ]);
});

it('a run of one project alone is not compared', () => {
  expect(differences(ran('legacy', 'one'), 'legacy', 'standard')).toEqual([]);
});
