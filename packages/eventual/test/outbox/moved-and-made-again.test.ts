import { TableStore } from '@tablewright/core';
import { QueueOutbox } from '@tablewright/eventual';
import { describe, expect, it } from 'vitest';
import { checkCovered, checkSettled } from '../support/check-rows.js';
import { ahead, department, held, queuesOf, quiet, ReferenceProgram } from '../support/reference.js';
import { Employees } from '../support/staff.js';

const one = { department, id: 1, age: 30, email: '1@x.com' };

/** A program whose clock is ahead. */
function early({ storage }: ReferenceProgram, mode: 'inline' | 'worker' = 'inline'): Employees {
  const store = TableStore.from(storage, { clock: ahead(storage, 10_000) });
  return new Employees(store, { outbox: new QueueOutbox(store, { queues: queuesOf(storage), mode }) });
}

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
