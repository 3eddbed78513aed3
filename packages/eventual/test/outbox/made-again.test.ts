import { describe, expect, it } from 'vitest';
import { checkCovered, checkSettled } from '../support/check-rows.js';
import { department, early, held, quiet, ReferenceProgram } from '../support/reference.js';

const one = { department, id: 1, age: 30, email: '1@x.com' };

describe('an entity that is made again', () => {
  it('under a clock that is behind, while its deletion is still being carried out: its copy is not cleared away', async () => {
    const program = new ReferenceProgram();
    const { employees, storage } = program;
    await employees.insert(one);
    storage.clock.advance(1_000);
    const slow = held();
    storage.http.inject(slow.fault, {
      when: ({ method, path }) => method === 'GET' && path.includes('guard '),
    });
    const deleted = early(program).delete({ department, id: 1 }, { force: true });
    await quiet();
    storage.clock.advance(1_000);
    await program.timed(() => employees.insert({ ...one, email: '2@x.com' }));
    slow.release();
    await deleted;
    checkCovered(program.rows());
    await program.timed(() => program.worker().drain({ until: 'empty' }));
    checkSettled(program.rows());
    expect(program.rows().copies).toHaveLength(1);
  });

  it('is lifted above its deletion by a worker: another one that comes late with it changes nothing', async () => {
    const program = new ReferenceProgram();
    const { employees, storage } = program;
    await employees.insert(one);
    storage.clock.advance(1_000);
    await early(program, 'worker').delete({ department, id: 1 }, { force: true });
    const late = held();
    storage.http.inject(late.fault, {
      when: ({ method, path }) => method === 'GET' && path.includes('guard '),
    });
    const first = program.worker().drain();
    await quiet();
    // It has seen the deletion and that the entity is gone. Now the entity comes back, and another worker is faster.
    await program.timed(() => employees.insert({ ...one, email: '2@x.com' }));
    await program.outbox.ask({ table: 'Staff', partition: department });
    const other = new ReferenceProgram({}, storage);
    await program.timed(() => other.worker().drain());
    expect(program.rows().intents).toEqual([]);
    late.release();
    await program.timed(() => first);
    checkCovered(program.rows());
    await program.timed(() => program.worker().drain({ until: 'empty' }));
    checkSettled(program.rows());
    expect(program.rows().copies).toHaveLength(1);
  });

  it('is lifted above its earlier life: a worker that comes late with that changes nothing', async () => {
    const program = new ReferenceProgram({ mode: 'worker' });
    const { employees, storage } = program;
    const others = early(program, 'worker');
    await others.insert(one);
    const late = held();
    storage.http.inject(late.fault, {
      when: ({ method, path }) => method === 'GET' && path.includes('guard '),
    });
    const first = program.worker().drain();
    await quiet();
    // It has seen the entity as it was first. Now that one goes, and another comes, with a smaller version.
    await others.delete({ department, id: 1 }, { force: true });
    await employees.insert({ ...one, email: '2@x.com' });
    const other = new ReferenceProgram({}, storage);
    await program.timed(() => other.worker().drain());
    expect(program.rows().intents).toEqual([]);
    late.release();
    await program.timed(() => first);
    checkCovered(program.rows());
    await program.timed(() => program.worker().drain({ until: 'empty' }));
    checkSettled(program.rows());
  });

  it('costs nothing when it is made; who deletes it looks once more before he clears away its copy', async () => {
    const { employees, storage } = new ReferenceProgram();
    await employees.insert({ ...one, id: 2 });
    const insert = await storage.http.record(() => employees.insert(one));
    // Hint, commit; guard with rows, intent; hint.
    expect(insert.requests).toHaveLength(5);
    const loaded = await employees.get({ department, id: 1 });
    const update = await storage.http.record(() => employees.update(loaded!, { email: '3@x.com' }));
    // Hint, commit; guard, guard with rows, intent; hint.
    expect(update.requests).toHaveLength(6);
    const gone = await storage.http.record(() => employees.delete(loaded!));
    // Hint, commit; guard, the entity, guard without rows, intent; hint.
    expect(gone.requests).toHaveLength(7);
  });
});

it('an intent that was recorded again is not deleted with the one that a worker saw', async () => {
  const program = new ReferenceProgram();
  const { storage } = program;
  await program.leave(1, 30);
  const slow = held();
  storage.http.inject(slow.fault, {
    when: ({ method, path }) => method === 'DELETE' && path.includes('intent '),
  });
  const drained = program.worker().drain();
  await quiet();
  // As by a transaction whose reply was lost, and that is applied once more, after others changed everything.
  const table = storage.rawTable('Staff');
  const { partitionKey, rowKey } = program.rows().intents[0]!;
  const intent = await table.getEntity(partitionKey, rowKey);
  const primary = await table.getEntity(department, 'empid_000001');
  const version = { type: 'Int64', value: String((primary['tw__v'] as bigint) + 1n) };
  const places = ['age_030', 'age_031'].map((partition) => ({ table: 'Staff', partition }));
  await table.updateEntity({ ...primary, tw__v: version, age: 31 } as never, 'Replace');
  await table.updateEntity({ ...intent, tw__v: version, Places: JSON.stringify(places) } as never, 'Replace');
  slow.release();
  await program.timed(() => drained);
  checkCovered(program.rows());
  await program.timed(() => program.worker().drain({ until: 'empty' }));
  checkSettled(program.rows());
});

describe('an entity that moved, was deleted, and is made again where it was, under a clock that is behind', () => {
  it('keeps its copy though the writer that moved it away clears its former partition late', async () => {
    const program = new ReferenceProgram();
    const { employees, storage } = program;
    await employees.insert(one);
    storage.clock.advance(1_000);
    const slow = held();
    storage.http.inject(slow.fault, {
      when: ({ method, path }) =>
        method === 'GET' && path.includes('age_030') && decodeURIComponent(path).includes('guard '),
    });
    // The new partition is written, the former one not yet.
    const moved = early(program).update({ department, id: 1 }, { age: 31 });
    await quiet();
    expect(program.rows().copies).toHaveLength(2);
    await program.timed(() => employees.delete({ department, id: 1 }, { force: true }));
    storage.clock.advance(1_000);
    await program.timed(() => employees.insert({ ...one, email: '2@x.com' }));
    slow.release();
    await moved;
    checkCovered(program.rows());
    await program.timed(() => program.worker().drain({ until: 'empty' }));
    checkSettled(program.rows());
    expect(program.rows().copies).toHaveLength(1);
  });

  it('keeps its copy though a worker clears its former partition late', async () => {
    const program = new ReferenceProgram();
    const { employees, storage } = program;
    await employees.insert(one);
    storage.clock.advance(1_000);
    await early(program, 'worker').update({ department, id: 1 }, { age: 31 });
    const slow = held();
    storage.http.inject(slow.fault, {
      when: ({ method, path }) =>
        method === 'GET' && path.includes('age_030') && decodeURIComponent(path).includes('guard '),
    });
    const drained = program.worker().drain();
    await quiet();
    const other = new ReferenceProgram({}, storage);
    await other.timed(() => other.employees.delete({ department, id: 1 }, { force: true }));
    storage.clock.advance(1_000);
    await other.timed(() => other.employees.insert({ ...one, email: '2@x.com' }));
    slow.release();
    await program.timed(() => drained);
    checkCovered(program.rows());
    await program.timed(() => program.worker().drain({ until: 'empty' }));
    checkSettled(program.rows());
    expect(program.rows().copies).toHaveLength(1);
  });
});
