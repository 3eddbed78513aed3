import { createHttpHeaders } from '@azure/core-rest-pipeline';
import { OutcomeUnknownError } from '@tablewright/core';
import { type Fault, faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';
import { fresh, ids, requestsOf, storedAges } from './support.js';

const storage = useStorage();
const inserts = (count: number) => ids(count).map((id) => ({ insert: employee(id, { age: id }) }));

describe('a reply that is lost in the middle', () => {
  it.each([
    ['dropped', () => faults.dropReply()],
    ['turned into a 500', () => faults.applyThenRespond(500, 'OperationTimedOut')],
  ])('(%s) is settled by reading, and nothing is applied twice', async (_, fault) => {
    const { employees } = await fresh(storage);
    const lost = storage.emulator.http.inject(fault(), { after: 1 });
    const { report, requests } = await requestsOf(storage, () => employees.bulk(inserts(250)));
    expect(lost.fired).toBe(1);
    expect(report).toMatchObject({ done: 250, failed: 0, unknown: 0 });
    // The transaction whose reply is lost, its retry, and a look at each of its rows.
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(4);
    expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(100);
    expect((await storedAges(employees, storage)).map(([, age]) => age)).toEqual(ids(250));
  });

  it('a refusal that was there before is told from one’s own rows', async () => {
    const { employees } = await fresh(storage);
    await employees.insert(employee(20, { age: -1 }));
    storage.emulator.http.inject(faults.failBeforeSend({ code: 'ECONNREFUSED' }));
    const report = await employees.bulk(inserts(50));
    expect(report).toMatchObject({ done: 49, failed: 1, failures: [{ index: 20 }] });
    expect((await storedAges(employees, storage))[20]).toEqual(['Sales/empid_000020', -1]);
  });

  it('what cannot be decided is unknown, for all of the transaction, and settled', async () => {
    const { employees } = await fresh(storage, storage.store({ retry: { maxRetries: 0 } }));
    storage.emulator.http.inject(faults.failBeforeSend({ code: 'ECONNRESET' }), { after: 1 });
    const report = await employees.bulk(inserts(250));
    expect(report).toMatchObject({ done: 150, failed: 0, unknown: 100 });
    const [first] = report.failures;
    expect(first).toMatchObject({ index: 100, status: 'unknown' });
    expect(first!.error).toBeInstanceOf(OutcomeUnknownError);
    expect(await (first!.error as OutcomeUnknownError).resolve()).toBe('unknown');
    expect(report.checkpoint).toBe('{"v":1,"through":250,"also":[]}');
  });
});

describe('trouble that is nobody’s fault', () => {
  it('passes: the store retries', async () => {
    const { employees } = await fresh(storage);
    const busy = storage.emulator.http.inject(faults.serverBusy(), { times: 2 });
    expect(await employees.bulk(inserts(150))).toMatchObject({ done: 150 });
    expect(busy.fired).toBe(2);
  });

  it.each([
    ['busy for good', () => faults.serverBusy(), 'THROTTLED'],
    ['refused credentials', () => faults.respond(403, 'AuthorizationFailure'), 'AUTHENTICATION_FAILED'],
    ['a table that is being deleted', () => faults.tableBeingDeleted(), 'TABLE_BEING_DELETED'],
  ])('%s fails the items of a transaction together, and the run goes on', async (_, fault, code) => {
    const { employees } = await fresh(storage, storage.store({ retry: { maxRetries: 0, baseDelay: 1 } }));
    storage.emulator.http.inject(fault(), { times: 2, when: ({ path }) => path === '$batch' });
    storage.emulator.http.inject(fault(), { times: 1, when: ({ path }) => path === 'Tables' });
    const report = await employees.bulk(inserts(300), { keepFailures: 1000 });
    expect(report.done).toBeGreaterThanOrEqual(100);
    expect(report.done + report.failed).toBe(300);
    expect(report.failed).toBeGreaterThanOrEqual(100);
    expect(new Set(report.failures.map(({ error }) => (error as { code: string }).code))).toEqual(
      new Set([code]),
    );
    expect(await storedAges(employees, storage)).toHaveLength(report.done);
  });
});

describe('a refusal of another kind', () => {
  const poisoned = {
    times: Number.POSITIVE_INFINITY,
    when: ({ body }: { readonly body: string | undefined }) => body?.includes('poison') ?? false,
  };
  const items = () => {
    const all = inserts(100);
    all[37]!.insert.lastName = 'poison';
    return all;
  };

  it('costs one request where the service names the operation', async () => {
    const { employees } = await fresh(storage);
    storage.emulator.http.inject(faults.respond(400, 'InvalidInput', { operation: 37 }), poisoned);
    const { report, requests } = await requestsOf(storage, () => employees.bulk(items()));
    expect(report).toMatchObject({ done: 99, failed: 1, failures: [{ index: 37 }] });
    expect(requests).toHaveLength(2);
  });

  it('is tracked down to its item where it does not', async () => {
    const { employees } = await fresh(storage);
    const bodyAsText = '{"odata.error":{"code":"RequestBodyTooLarge","message":{"value":"too large"}}}';
    const run: Fault['run'] = async ({ request }) => ({
      status: 413,
      headers: createHttpHeaders(),
      request,
      bodyAsText,
    });
    storage.emulator.http.inject({ name: 'tooLarge', run }, poisoned);
    const { report, requests } = await requestsOf(storage, () => employees.bulk(items()));
    expect(report).toMatchObject({ done: 99, failed: 1 });
    expect(report.failures).toMatchObject([{ index: 37, error: { code: 'REQUEST_REJECTED' } }]);
    expect(requests.length).toBeLessThan(25);
  });
});

it('creates the table, once, however many partitions begin at once', async () => {
  const { employees } = await fresh(storage);
  await employees.context.store.deleteTable(employees.context.table);
  const items = ids(40).map((id) => ({ insert: employee(id, { department: `D${id}` }) }));
  expect(await employees.bulk(items)).toMatchObject({ done: 40, failed: 0 });
});
