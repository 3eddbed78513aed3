import { sweep } from '@tablewright/eventual';
import { describe, expect, it } from 'vitest';
import { base64, department, HOUR, QUEUE, REGISTRY, ReferenceProgram } from '../support/reference.js';

/** What was sent, without keys. */
function kinds(requests: readonly { method: string; path: string; operation: string }[]): string[] {
  return requests.map(
    ({ method, path }) => `${method} ${path.replace(/\(.+\)/, '(row)').replace(/messages\/.+/, 'message')}`,
  );
}

describe('the requests of a worker', () => {
  it('receive, list, entity, guard, guard with rows, intent, message', async () => {
    const program = new ReferenceProgram();
    await program.leave(1);
    const worker = program.worker();
    const { requests } = await program.storage.http.record(() => worker.drain());
    expect(kinds(requests)).toEqual([
      `GET ${QUEUE}/messages`,
      'GET Staff()',
      'GET Staff(row)',
      'GET Staff(row)',
      'POST $batch',
      'DELETE Staff(row)',
      `DELETE ${QUEUE}/message`,
      `GET ${QUEUE}/messages`,
    ]);
  });

  it('two for each partition in which an entity has something, three where it had, and has no more', async () => {
    const program = new ReferenceProgram({ mode: 'worker' });
    await program.employees.insert({ department, id: 1, age: 30 });
    await program.employees.update({ department, id: 1 }, { age: 31 });
    await program.clearQueue();
    await program.put(base64({ v: 1, t: 'Staff', p: department, o: [], w: 0 }));
    const { requests } = await program.storage.http.record(() => program.worker().drain());
    // receive 1, list 1; entity 1, partitions 2 and 3, intents 1; message 1, receive 1.
    expect(requests).toHaveLength(2 + 1 + 5 + 1 + 2);
  });

  it('a message with nothing to do: receive, list, delete', async () => {
    const program = new ReferenceProgram();
    await program.outbox.ask({ table: 'Staff', partition: department });
    const { requests } = await program.storage.http.record(() => program.worker().drain());
    expect(kinds(requests)).toEqual([
      `GET ${QUEUE}/messages`,
      'GET Staff()',
      `DELETE ${QUEUE}/message`,
      `GET ${QUEUE}/messages`,
    ]);
  });
});

describe('the requests of a sweep', () => {
  it('the registry, each partition, what is to be done, and what is taken off', async () => {
    const program = new ReferenceProgram();
    const repositories = [program.employees];
    await program.crash(1, 30, 'A');
    await program.employees.insert({ department: 'B', id: 2, age: 31 });
    await program.clearQueue();
    const first = await program.storage.http.record(() =>
      sweep(program.outbox, { repositories, olderThan: 0, partitions: 1 }),
    );
    const { cursor } = first.result;
    const rest = await program.storage.http.record(() =>
      sweep(program.outbox, { repositories, olderThan: 0, cursor: cursor! }),
    );
    // 1 more for the registry, behind a cursor.
    expect(first.requests.length + rest.requests.length).toBe(1 + 2 + 2 + 4);
    program.storage.clock.advance(3 * HOUR);
    const last = await program.storage.http.record(() => sweep(program.outbox, { repositories }));
    expect(kinds(last.requests).sort()).toEqual(
      [
        `GET ${REGISTRY}()`,
        'GET Staff()',
        'GET Staff()',
        ...new Array(2).fill(`DELETE ${REGISTRY}(row)`),
      ].sort(),
    );
    const none = await program.storage.http.record(() => sweep(program.outbox, { repositories }));
    expect(kinds(none.requests)).toEqual([`GET ${REGISTRY}()`]);
  });
});
