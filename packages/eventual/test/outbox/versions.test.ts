import { repair } from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { checkSettled } from '../support/check-rows.js';
import { department, ReferenceProgram } from '../support/reference.js';

const one = { department, id: 1, age: 30, email: '1@x.com' };
const PRIMARY = { partitionKey: department, rowKey: 'empid_000001' };
const LARGEST = 9_223_372_036_854_775_807n;

describe('a version that nobody gave', () => {
  it.each([
    ['a text', 'secret'],
    ['a fraction', 1.5],
    ['below zero', -5n],
    ['with no room above it', LARGEST],
  ])('%s: the row is written, moved and deleted all the same', async (_, tw__v) => {
    const program = new ReferenceProgram();
    const damage = () =>
      program.storage.rawTable('Staff').updateEntity({ ...PRIMARY, tw__v: tw__v as string }, 'Merge');
    await program.employees.insert(one);
    await damage();
    await program.employees.update(one, { age: 31 });
    await damage();
    await program.employees.delete(one, { force: true });
    await program.timed(() => program.worker().drain());
    expect(program.rows().primaries).toEqual([]);
    checkSettled(program.rows());
  });

  it('of a guard: reported as damage, and repaired', async () => {
    const program = new ReferenceProgram();
    await program.employees.insert(one);
    const [guard] = program.rows().guards;
    const { partitionKey, rowKey } = guard!;
    await program.storage.rawTable('Staff').updateEntity({ partitionKey, rowKey, tw__v: LARGEST }, 'Merge');
    await program.employees.update(one, { email: 'new@x.com' });
    await program.timed(() => program.worker({ maxDequeues: 1 }).drain());
    expect(program.events.find(({ type }) => type === 'retried')).toMatchObject({
      error: { code: 'STORED_VALUE_INVALID' },
    });
    await program.timed(() => repair(program.employees));
    checkSettled(program.rows());
  });
});
