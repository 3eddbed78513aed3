import { repair, verify } from '@tablewright/core';
import { readPoison, sweep } from '@tablewright/eventual';
import { faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { checkSettled, type SeenRow, wrongCopies } from '../support/check-rows.js';
import { base64, department, HOUR, POISON, ReferenceProgram } from '../support/reference.js';

const ask = base64({ v: 1, t: 'Staff', p: department, o: [], w: 0 });
type Damage = Readonly<Record<string, unknown>>;

async function damage(program: ReferenceProgram, { partitionKey, rowKey }: SeenRow, by: Damage) {
  const table = program.storage.rawTable('Staff');
  const entity = { ...(await table.getEntity(partitionKey, rowKey)), ...by };
  for (const name in by) if (by[name] === undefined) delete (entity as Record<string, unknown>)[name];
  await table.updateEntity(entity as never, 'Replace');
}

/** Until the message is in the poison queue, with its reason. */
async function poisoned(program: ReferenceProgram): Promise<string | undefined> {
  await program.put(ask);
  const worker = program.worker({ maxDequeues: 2 });
  await program.timed(() => worker.drain({ until: 'empty' }));
  return readPoison(program.messages(POISON)[0]?.text ?? '')?.reason;
}

describe('an intent that cannot be read', () => {
  it.each<[string, Damage]>([
    ['no places', { Places: undefined }],
    ['places that are no list', { Places: '{"a":1}' }],
    ['places that are none', { Places: '[{"table":1}]' }],
    ['a partition that there cannot be', { Places: '[{"table":"Staff","partition":"a/b"}]' }],
    ['an empty partition', { Places: '[{"table":"Staff","partition":""}]' }],
    ['a partition that is too long', { Places: `[{"table":"Staff","partition":"${'x'.repeat(2_000)}"}]` }],
    ['a table that there cannot be', { Places: '[{"table":"x","partition":"a"}]' }],
    ['a row that there cannot be', { Row: 'a/b#' }],
    ['the row of another entity', { Row: 'empid_000002' }],
    ['no version', { tw__v: undefined }],
    ['a version that is none', { tw__v: 'many' }],
    ['a version that leaves no room for another', { tw__v: { type: 'Int64', value: '4611686018427387903' } }],
    ['no entity', { Entity: undefined }],
    ['nothing that it had', { Entity: 1, Derivation: 2, Row: 3, Operation: 4, Fingerprint: 5, Places: 6 }],
  ])('%s: stays, is reported, and repair does what it asked for', async (_, by) => {
    const program = new ReferenceProgram();
    const { employees, outbox, storage } = program;
    const repositories = [employees];
    await program.leave(2, 40);
    await program.crash(1, 30);
    const intents = program.rows().intents;
    const mine = intents.find(({ cells }) => cells.get('Row')!.value === 'empid_000001')!;
    await damage(program, mine, by);
    expect(await poisoned(program)).toBe('STORED_VALUE_INVALID');
    // The other one is done all the same.
    expect(program.rows().intents.map(({ rowKey }) => rowKey)).toEqual([mine.rowKey]);
    storage.clock.advance(5 * HOUR);
    const swept = await sweep(outbox, { repositories });
    expect(swept.failures).toMatchObject([
      { partition: department, error: { code: 'STORED_VALUE_INVALID' } },
    ]);
    expect(swept.oldest).toBeGreaterThan(HOUR);
    expect(program.registered()).toBe(1);
    expect((await verify(employees)).clean).toBe(false);
    expect((await repair(employees)).clean).toBe(true);
    checkSettled(program.rows());
    expect((await sweep(outbox, { repositories })).failures).toEqual([]);
  });

  it('of an entity that moved: repair takes away what is left behind', async () => {
    const program = new ReferenceProgram();
    const { employees } = program;
    await employees.insert({ department, id: 1, age: 30, email: '1@x.com' });
    const worker = new ReferenceProgram({ mode: 'worker' }, program.storage);
    await worker.employees.update({ department, id: 1 }, { age: 31 });
    await program.clearQueue();
    await damage(program, program.rows().intents[0]!, { Places: 'x' });
    await repair(employees);
    checkSettled(program.rows());
  });

  it('of an entity that is gone: repair takes it away', async () => {
    const program = new ReferenceProgram();
    const { employees } = program;
    await employees.insert({ department, id: 1, age: 30 });
    const worker = new ReferenceProgram({ mode: 'worker' }, program.storage);
    await worker.employees.delete({ department, id: 1 }, { force: true });
    await program.clearQueue();
    await damage(program, program.rows().intents[0]!, { Places: 'x' });
    await repair(employees);
    checkSettled(program.rows());
    expect(program.rows().copies).toEqual([]);
  });
});

describe('a guard that cannot be read', () => {
  it.each<[string, Damage]>([
    ['no keys', { Keys: undefined }],
    ['keys that are no list', { Keys: 'x' }],
    ['keys that are none', { Keys: '[1]' }],
    ['keys that there cannot be', { Keys: '["a/b"]' }],
    ['keys that are too long', { Keys: `["${'x'.repeat(600)}"]` }],
    ['the same key twice', { Keys: '["age_a","age_a"]' }],
    ['the key of a guard', { Keys: '["\uFFEEguard x"]' }],
    ['no version', { tw__v: undefined }],
    ['a version that leaves no room for another', { tw__v: { type: 'Int64', value: '4611686018427387903' } }],
    ['a version below zero', { tw__v: { type: 'Int64', value: '-5' } }],
    ['no digest', { Digest: undefined }],
    ['no fingerprint', { Fingerprint: 7 }],
  ])('%s: nothing is lost, and repair mends it', async (_, by) => {
    const program = new ReferenceProgram();
    const { employees, outbox } = program;
    await employees.insert({ department, id: 1, age: 30, email: '1@x.com' });
    await damage(program, program.rows().guards[0]!, by);
    // The write stands; what follows is left, and somebody is told.
    await program.timed(() => employees.update({ department, id: 1 }, { email: '2@x.com', age: 31 }));
    expect(program.events.some(({ type }) => type === 'left')).toBe(true);
    expect(program.rows().intents).toHaveLength(1);
    await program.clearQueue();
    expect(await poisoned(program)).toBe('STORED_VALUE_INVALID');
    const swept = await sweep(outbox, { repositories: [employees], olderThan: 0 });
    expect(swept.failures).toMatchObject([{ error: { code: 'STORED_VALUE_INVALID' } }]);
    expect(program.rows().intents).toHaveLength(1);
    await program.timed(() => repair(employees));
    expect(wrongCopies(program.rows())).toEqual(new Map());
    checkSettled(program.rows());
    // And everything goes on.
    await program.timed(() => employees.update({ department, id: 1 }, { age: 30 }));
    checkSettled(program.rows());
  });
});

describe('a guard that names rows which are not there', () => {
  it('many of them hold up nobody', async () => {
    const program = new ReferenceProgram();
    const { employees } = program;
    await employees.insert({ department, id: 1, age: 30, email: '1@x.com' });
    const keys = Array.from({ length: 250 }, (_, at) => `age_lost${at}`);
    await damage(program, program.rows().guards[0]!, { Keys: JSON.stringify(keys) });
    await employees.update({ department, id: 1 }, { email: '2@x.com' });
    checkSettled(program.rows());
  });
});

describe('an entity whose version somebody set', () => {
  it.each(['9223372036854775807', '4611686018427387904', '2305843009213693951', '-1'])(
    '%s: goes on',
    async (value) => {
      const program = new ReferenceProgram();
      const { employees, outbox } = program;
      await employees.insert({ department, id: 1, age: 30, email: '1@x.com' });
      await damage(program, program.rows().primaries[0]!, { tw__v: { type: 'Int64', value } });
      await program.timed(() => employees.update({ department, id: 1 }, { email: '2@x.com', age: 31 }));
      await program.timed(() => program.worker().drain({ until: 'empty' }));
      const { failures } = await sweep(outbox, { repositories: [employees], olderThan: 0 });
      if (failures.length > 0) await program.timed(() => repair(employees));
      checkSettled(program.rows());
    },
  );
});

describe('repair', () => {
  it('reports an entity that cannot be put right, and goes on with the others', async () => {
    const program = new ReferenceProgram();
    const { employees, storage } = program;
    for (const id of [1, 2, 3]) await employees.insert({ department, id, age: 30, email: `${id}@x.com` });
    for (const { partitionKey, rowKey } of program.rows().copies) {
      await storage.rawTable('Staff').deleteEntity(partitionKey, rowKey);
    }
    // Somebody is always faster with the second of them.
    storage.http.inject(faults.respond(412, 'UpdateConditionNotSatisfied'), {
      times: Number.POSITIVE_INFINITY,
      when: ({ path, body }) =>
        path === '$batch' && !!body?.includes('guard') && body.includes('empid_000002'),
    });
    const report = await program.timed(() => repair(employees));
    expect(report.mended.missing).toBe(2);
    expect(report.findings).toMatchObject([{ kind: 'unsettled', primary: 'empid_000002' }]);
    storage.http.clearFaults();
    await program.timed(() => repair(employees));
    checkSettled(program.rows());
  });
});
