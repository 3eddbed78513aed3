import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { collect, sweep } from '@tablewright/eventual';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';
import { describe, expect, it } from 'vitest';
import { checkSettled } from '../support/check-rows.js';
import { department, HOUR, ReferenceProgram } from '../support/reference.js';

@Entity({ table: 'People' })
class Person {
  static readonly key = key({ partition: '{team}', row: 'person_{id:03}' });
  @Text() team!: string;
  @Int32() id!: number;
  @Text() city?: string;
}

class People extends Repository(Person).with(
  InterPartitionIndex({ byCity: { partition: '{city}', row: '{team}', table: 'PeopleByCity' } }),
) {}

const GUARD = '\uFFEEguard ';
const DAY = 24 * HOUR;

describe('collect', () => {
  it('deletes the guards of what is gone, or moved on, after the grace; no others', async () => {
    const program = new ReferenceProgram();
    const { employees, outbox, storage } = program;
    const repositories = [employees];
    await employees.insert({ department, id: 1, age: 30 });
    await employees.insert({ department, id: 2, age: 40 });
    await employees.insert({ department, id: 3, age: 50 });
    await employees.update({ department, id: 2 }, { age: 41 });
    await employees.delete({ department, id: 3 }, { force: true });
    expect(program.rows().guards).toHaveLength(4);
    storage.clock.advance(DAY);
    expect(await collect(outbox, { repositories })).toEqual({ guards: 4, names: 0, deleted: 0 });
    storage.clock.advance(1_000);
    const { result, requests } = await storage.http.record(() => collect(outbox, { repositories }));
    expect(result).toEqual({ guards: 4, names: 0, deleted: 2 });
    // One look for guards, one for names, and one request for each guard that goes.
    expect(requests).toHaveLength(2 + 2);
    expect(program.rows().guards.map(({ partitionKey }) => partitionKey)).toEqual(['age_030', 'age_041']);
    // Everything goes on without them.
    await employees.update({ department, id: 2 }, { age: 40 });
    await employees.insert({ department, id: 3, age: 50 });
    checkSettled(program.rows());
  });

  it('leaves a guard that somebody uses again meanwhile', async () => {
    const program = new ReferenceProgram();
    const { employees, outbox, storage } = program;
    await employees.insert({ department, id: 1, age: 30 });
    await employees.delete({ department, id: 1 }, { force: true });
    storage.clock.advance(2 * DAY);
    storage.http.inject(
      {
        name: 'made again',
        run: async ({ send }) => {
          await program.employees.insert({ department, id: 1, age: 30 });
          return send();
        },
      },
      { when: ({ method, path }) => method === 'DELETE' && path.includes('guard ') },
    );
    const report = await program.timed(() => collect(outbox, { repositories: [employees] }));
    expect(report).toEqual({ guards: 1, names: 0, deleted: 0 });
    expect(program.rows().guards).toHaveLength(1);
    checkSettled(program.rows());
  });

  it('is bounded, goes over all tables, and on where it stopped', async () => {
    const program = new ReferenceProgram({}, { paging: { rows: 2 } });
    const { employees, outbox, storage, store } = program;
    const people = new People(store, { outbox });
    const repositories = [employees, people];
    for (let id = 1; id <= 5; id++) {
      await employees.insert({ department, id, age: 30 + id });
      await employees.delete({ department, id }, { force: true });
      await people.insert({ team: 'A', id, city: `City${id}` });
      await people.delete({ team: 'A', id }, { force: true });
    }
    storage.clock.advance(2 * DAY);
    let cursor: string | undefined;
    let deleted = 0;
    let calls = 0;
    do {
      const report = await collect(outbox, { repositories, pages: 1, ...(cursor && { cursor }) });
      expect(report.guards).toBeLessThanOrEqual(2);
      deleted += report.deleted;
      calls += 1;
      cursor = report.cursor;
    } while (cursor);
    expect(deleted).toBe(10);
    expect(calls).toBeGreaterThanOrEqual(6);
    const left = [...storage.snapshot().tables.values()]
      .flat()
      .filter(({ rowKey }) => rowKey.startsWith(GUARD));
    expect(left).toEqual([]);
  });

  it('refuses the cursor of a sweep, of other repositories, and a damaged one', async () => {
    const program = new ReferenceProgram({}, { paging: { rows: 1 } });
    const { employees, outbox, store } = program;
    const people = new People(store, { outbox });
    for (let id = 1; id <= 3; id++) await employees.insert({ department: `D${id}`, id, age: 30 + id });
    const swept = await sweep(outbox, { repositories: [employees], partitions: 1 });
    const collected = await collect(outbox, { repositories: [employees], pages: 1 });
    const refusal = { code: 'OPTIONS_INVALID', details: { option: 'cursor' } };
    const cursors = { swept: swept.cursor!, collected: collected.cursor! };
    await expect(collect(outbox, { repositories: [employees], cursor: cursors.swept })).rejects.toMatchObject(
      refusal,
    );
    await expect(
      collect(outbox, { repositories: [people], cursor: cursors.collected }),
    ).rejects.toMatchObject(refusal);
    await expect(
      sweep(outbox, { repositories: [employees], cursor: cursors.collected }),
    ).rejects.toMatchObject(refusal);
    await expect(
      sweep(outbox, { repositories: [employees], cursor: cursors.swept.slice(0, 5) }),
    ).rejects.toMatchObject(refusal);
  });

  it('ends with its signal', async () => {
    const { employees, outbox } = new ReferenceProgram();
    const ended = collect(outbox, { repositories: [employees], signal: AbortSignal.abort() });
    await expect(ended).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

it('deletes the names of writes that take place once, after the grace', async () => {
  const program = new ReferenceProgram();
  const { employees, outbox, storage } = program;
  const repositories = [employees];
  const once = { idempotencyKey: 'order 4711' };
  const older = (one: { age?: number }) => {
    one.age = one.age! + 1;
  };
  const raise = () => employees.modify({ department, id: 1 }, older, once);
  await employees.insert({ department, id: 1, age: 30 });
  await raise();
  storage.clock.advance(23 * HOUR);
  expect(await collect(outbox, { repositories })).toMatchObject({ names: 1, deleted: 0 });
  expect((await raise()).age).toBe(31);
  storage.clock.advance(2 * HOUR);
  expect(await collect(outbox, { repositories })).toMatchObject({ names: 1, deleted: expect.any(Number) });
  expect(await collect(outbox, { repositories })).toMatchObject({ names: 0 });
  expect((await raise()).age).toBe(32);
});
