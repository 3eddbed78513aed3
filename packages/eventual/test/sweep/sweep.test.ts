import { repair } from '@tablewright/core';
import { sweep } from '@tablewright/eventual';
import { faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { checkSettled } from '../support/check-rows.js';
import { HOUR, REGISTRY, ReferenceProgram } from '../support/reference.js';
import { OlderEmployees } from '../support/staff.js';

const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

async function crashed(names: readonly string[]): Promise<ReferenceProgram> {
  const program = new ReferenceProgram();
  for (const [at, name] of names.entries()) await program.crash(at + 1, 30 + at, name);
  return program;
}

describe('a sweep', () => {
  it('is bounded, and goes on exactly where it stopped', async () => {
    const program = await crashed(names);
    const repositories = [program.employees];
    const looked: string[] = [];
    program.storage.http.onRequest(({ operation }) => {
      const partition = /GET Staff\(\).*PartitionKey eq '(\w)'/.exec(operation)?.[1];
      if (partition) looked.push(partition);
    });
    let cursor: string | undefined;
    const counts: number[] = [];
    do {
      const report = await sweep(program.outbox, {
        repositories,
        olderThan: 0,
        partitions: 3,
        ...(cursor && { cursor }),
      });
      expect(report.failures).toEqual([]);
      counts.push(report.partitions);
      cursor = report.cursor;
    } while (cursor);
    expect(counts).toEqual([3, 3, 1]);
    expect(looked.toSorted()).toEqual(names);
    checkSettled(program.rows());
  });

  it('gives no cursor when the last partition is the last that it may look at', async () => {
    const program = await crashed(['A', 'B']);
    const report = await sweep(program.outbox, {
      repositories: [program.employees],
      olderThan: 0,
      partitions: 2,
    });
    expect(report).not.toHaveProperty('cursor');
  });

  it('leaves young intents, and the registry rows of their partitions', async () => {
    const program = await crashed(['A']);
    const repositories = [program.employees];
    program.storage.clock.advance(119_999);
    const early = await sweep(program.outbox, { repositories });
    expect(early).toMatchObject({ intents: 1, carriedOut: 0, oldest: 119_999, partitions: 1 });
    program.storage.clock.advance(2);
    expect(await sweep(program.outbox, { repositories })).toMatchObject({ intents: 1, carriedOut: 1 });
    checkSettled(program.rows());
    expect(await sweep(program.outbox, { repositories })).toMatchObject({ intents: 0, oldest: undefined });
  });

  it('takes partitions off the registry only when their hour is over, and they are clean', async () => {
    const program = await crashed(['A']);
    const { store, outbox, storage } = program;
    const other = [new OlderEmployees(store, { outbox })];
    const repositories = [program.employees];
    storage.clock.advance(5 * HOUR);
    const left = await sweep(outbox, { repositories: other });
    expect(left).toMatchObject({ unknown: ['byAge'], carriedOut: 0 });
    expect(program.registered()).toBe(1);
    await sweep(outbox, { repositories });
    expect(program.registered()).toBe(0);
    checkSettled(program.rows());
    await program.employees.insert({ department: 'B', id: 9, age: 20 });
    // A transaction may follow an hour after its row was written, and clocks are wrong.
    storage.clock.advance(3 * HOUR - 1);
    await sweep(outbox, { repositories });
    expect(program.registered()).toBe(1);
    storage.clock.advance(1);
    await sweep(outbox, { repositories });
    expect(program.registered()).toBe(0);
  });

  it('leaves a row that a writer has written again meanwhile', async () => {
    const program = await crashed(['A']);
    const repositories = [program.employees];
    const raw = program.storage.rawTable(REGISTRY);
    program.storage.clock.advance(5 * HOUR);
    program.storage.http.inject(
      {
        name: 'registered again',
        run: async ({ send }) => {
          for await (const row of raw.listEntities()) await raw.upsertEntity(row as never, 'Replace');
          return send();
        },
      },
      { when: ({ method, path }) => method === 'DELETE' && path.startsWith(REGISTRY) },
    );
    expect((await sweep(program.outbox, { repositories })).failures).toEqual([]);
    expect(program.registered()).toBe(1);
    await sweep(program.outbox, { repositories });
    expect(program.registered()).toBe(0);
  });

  it('writers register again when the hour is another', async () => {
    const program = new ReferenceProgram();
    const insert = (id: number) => program.employees.insert({ department: 'A', id, age: id });
    await insert(1);
    await insert(2);
    expect(program.registered()).toBe(1);
    program.storage.clock.advance(HOUR);
    await insert(3);
    expect(program.registered()).toBe(2);
    // One partition, whatever the number of its hours.
    const report = await sweep(program.outbox, { repositories: [program.employees], partitions: 1 });
    expect(report.partitions).toBe(1);
  });

  it('goes on to the others when one partition fails', async () => {
    const program = await crashed(['A', 'B', 'C']);
    const repositories = [program.employees];
    program.storage.http.inject(faults.respond(403, 'AuthorizationFailure'), {
      times: Number.POSITIVE_INFINITY,
      when: ({ operation }) => operation.startsWith('GET Staff()') && operation.includes("'B'"),
    });
    program.storage.clock.advance(5 * HOUR);
    const { failures, carriedOut } = await sweep(program.outbox, { repositories });
    expect(carriedOut).toBe(2);
    expect(failures).toMatchObject([
      { table: 'Staff', partition: 'B', error: { code: 'AUTHENTICATION_FAILED' } },
    ]);
    expect(program.registered()).toBe(1);
    program.storage.http.clearFaults();
    expect((await sweep(program.outbox, { repositories })).failures).toEqual([]);
    checkSettled(program.rows());
  });

  it('goes on when a row of the registry is damaged, or cannot be taken off', async () => {
    const program = await crashed(['A', 'B']);
    const repositories = [program.employees];
    const raw = program.storage.rawTable(REGISTRY);
    await raw.createEntity({ partitionKey: '2025-12-31T00 00', rowKey: 'x', Table: 5 });
    await raw.createEntity({ partitionKey: 'what', rowKey: 'x', Table: 'a b', Partition: 'A' });
    program.storage.clock.advance(5 * HOUR);
    program.storage.http.inject(faults.respond(403, 'AuthorizationFailure'), {
      when: ({ method, path }) => method === 'DELETE' && path.startsWith(REGISTRY),
    });
    const { failures, carriedOut } = await sweep(program.outbox, { repositories });
    expect(carriedOut).toBe(2);
    expect(failures.map(({ error }) => (error as { code: string }).code).toSorted()).toEqual([
      'AUTHENTICATION_FAILED',
      'STORED_VALUE_INVALID',
      'TABLE_NAME_INVALID',
    ]);
    checkSettled(program.rows());
  });

  it('is bounded, however many rows of the registry are damaged', async () => {
    const program = await crashed(['A']);
    const raw = program.storage.rawTable(REGISTRY);
    for (let row = 0; row < 20; row++) {
      await raw.createEntity({ partitionKey: '2025-12-31T00 00', rowKey: `x${row}`, Table: 5 });
    }
    const options = { repositories: [program.employees], olderThan: 0, partitions: 8 };
    const first = await sweep(program.outbox, options);
    expect(first).toMatchObject({ partitions: 0, carriedOut: 0 });
    expect(first.failures).toHaveLength(8);
    const second = await sweep(program.outbox, { ...options, cursor: first.cursor! });
    const third = await sweep(program.outbox, { ...options, cursor: second.cursor! });
    expect(third).toMatchObject({ partitions: 1, carriedOut: 1 });
    expect(third.failures).toHaveLength(4);
  });

  it('ends with its signal or its time', async () => {
    const program = await crashed(names);
    const repositories = [program.employees];
    const end = new AbortController();
    program.storage.http.onRequest(({ operation }) => {
      if (operation.startsWith('GET Staff()')) end.abort();
    });
    const ended = sweep(program.outbox, { repositories, olderThan: 0, signal: end.signal });
    await expect(ended).rejects.toMatchObject({ code: 'ABORTED' });
    const late = sweep(program.outbox, { repositories, timeout: 0 });
    await expect(late).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(program.rows().intents.length).toBeGreaterThanOrEqual(names.length - 1);
  });

  it('finds what a repair recorded, and died', async () => {
    const program = new ReferenceProgram();
    const { employees, storage } = program;
    await employees.insert({ department: 'A', id: 1, age: 30 });
    storage.clock.advance(5 * HOUR);
    await sweep(program.outbox, { repositories: [employees] });
    expect(program.registered()).toBe(0);
    const [copy] = program.rows().copies;
    await storage.rawTable('Staff').deleteEntity(copy!.partitionKey, copy!.rowKey);
    storage.http.inject(faults.hang(), {
      when: ({ body }) => !!body?.includes('age_030') && !body.includes('intent'),
    });
    const dying = new AbortController();
    const died = repair(employees, { signal: dying.signal });
    died.catch(() => {});
    for (let turn = 0; turn < 200 && program.rows().intents.length === 0; turn++) {
      await new Promise((go) => setImmediate(go));
    }
    dying.abort();
    await expect(died).rejects.toThrow();
    expect(program.rows().intents).toHaveLength(1);
    storage.http.clearFaults();
    const report = await sweep(program.outbox, { repositories: [employees], olderThan: 0 });
    expect(report).toMatchObject({ carriedOut: 1, failures: [] });
    checkSettled(program.rows());
  });
});
