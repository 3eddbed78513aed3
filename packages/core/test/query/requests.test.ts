import { or, type QueryPlan, type ScanPlan, type StoreEvent } from '@tablewright/core';
import { faults, type RecordedRequest } from '@tablewright/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { type Member, Members, member, names, parameter, someMembers } from './support.js';

const storage = useStorage();
const everyone = someMembers();
const seen: unknown[] = [];
let members: Members;

beforeAll(async () => {
  const observe = (event: StoreEvent) => event.type === 'plan' && seen.push(event.plan);
  const table = storage.emulator.uniqueName('Requests');
  members = new Members(storage.store({ observe }), { table });
  for (const one of everyone) await members.insert(one);
});

beforeEach(() => {
  seen.length = 0;
});

async function requestsOf(run: () => Promise<unknown>): Promise<readonly RecordedRequest[]> {
  return (await storage.emulator.http.record(run)).requests;
}

/** What was sent is what the plan says: filters, columns and rows, in its order. */
function expectAsPlanned(requests: readonly RecordedRequest[], plan: QueryPlan) {
  const sent = requests.map((request) =>
    request.path.endsWith('()') ? parameter(request, '$filter') : request.path,
  );
  const planned = plan.parts.map((part) =>
    part.kind === 'scan'
      ? part.filter
      : `${part.table}(PartitionKey='${part.partitionKey}',RowKey='${part.rowKey}')`,
  );
  expect(sent).toEqual(planned);
  for (const [index, request] of requests.entries()) {
    expect(parameter(request, '$select')).toBe(plan.parts[index]!.select?.join(','));
  }
  // Not equal objects: the very ones.
  expect(seen.filter((each) => !plan.parts.includes(each as ScanPlan))).toEqual([]);
  expect(seen).toHaveLength(plan.parts.length);
}

describe('what is sent is what explain() says', () => {
  const cases: readonly (readonly [string, () => ReturnType<Members['query']>, number])[] = [
    ['a point', () => members.query({ team: 'a', level: 1, name: 'x0' }), 1],
    ['a range', () => members.query({ team: 'a', level: 1 }), 1],
    ['a range between two values', () => members.query({ team: 'a' }).between({ level: 2 }, { level: 3 }), 1],
    [
      'a partition',
      () =>
        members
          .query({ team: 'a' })
          .where({ age: { gt: 25 } })
          .scan('partition'),
      1,
    ],
    ['a table', () => members.query().where({ active: true }).scan('table'), 1],
    ['two ranges', () => members.query().where(or({ team: 'a', level: 1 }, { team: 'c', level: 2 })), 2],
    [
      'three points',
      () => members.query({ team: 'a', level: 1 }).where({ name: { in: ['x0', 'y1', 'q'] } }),
      3,
    ],
    ['a projection', () => members.query({ team: 'a', level: 1 }).select('age') as never, 1],
    ['nothing at all', () => members.query({ team: 'a', level: 1 }).where({ level: 2 }), 0],
  ];

  it.each(cases)('%s', async (_, make, count) => {
    const query = make();
    const plan = query.explain();
    const requests = await requestsOf(() => query.all());
    expectAsPlanned(requests, plan);
    expect(requests).toHaveLength(count);
    expect(plan.requests.least).toBe(count);
    expect(query.explain()).toBe(plan);
  });

  it('throws what running would throw, and neither sends anything', async () => {
    const query = members.query({ age: 20 });
    expect(() => query.explain()).toThrow(expect.objectContaining({ code: 'SCAN_REFUSED' }));
    const requests = await requestsOf(async () => {
      for (const run of [
        () => query.all(),
        () => query.first(),
        () => query.count(),
        () => query.page(),
        () => query.iterate().next(),
        () => query.pages().next(),
      ]) {
        await expect(run()).rejects.toMatchObject({ code: 'SCAN_REFUSED' });
      }
    });
    expect(requests).toEqual([]);
  });

  it('fetches nothing but keys, and what is left to check, to count', async () => {
    const query = members.query({ team: 'a' }).scan('partition');
    const [plain] = await requestsOf(() => query.count());
    expect(parameter(plain!, '$select')?.split(',')).not.toContain('age');
    const [residual] = await requestsOf(() => query.where({ role: { ne: 'boss' } }).count());
    expect(parameter(residual!, '$select')?.split(',')).toContain('role');
    expect(parameter(residual!, '$select')?.split(',')).not.toContain('age');
  });
});

describe('take', () => {
  const partition = () => members.query({ team: 'a' }).scan('partition');

  it('asks for no more rows than it needs, and not again', async () => {
    for (const [run, top] of [
      [() => partition().take(5).all(), '5'],
      [() => partition().first(), '1'],
      [() => partition().page({ size: 7 }), '7'],
      [() => partition().take(3).page({ size: 7 }), '3'],
      [() => partition().all(), undefined],
      [() => partition().take(1_000).all(), undefined],
    ] as const) {
      const requests = await requestsOf(run);
      expect(requests.map((request) => parameter(request, '$top'))).toEqual([top]);
    }
  });

  it('reads no further range when it has enough', async () => {
    const query = members
      .query()
      .where(or({ team: 'a', level: 1 }, { team: 'b', level: 1 }, { team: 'c', level: 1 }));
    expect(await requestsOf(() => query.take(3).all())).toHaveLength(1);
    const requests = await requestsOf(() => query.take(4).all());
    expect(requests.map((request) => parameter(request, '$top'))).toEqual(['4', '1']);
    expect(await requestsOf(() => query.all())).toHaveLength(3);
  });

  it('reads no more points than it needs', async () => {
    const query = members.query({ team: 'a', level: 1 }).where({ name: { in: ['x0', 'y1', 'z2'] } });
    expect(await requestsOf(() => query.take(2).all())).toHaveLength(2);
    expect(await requestsOf(() => query.first())).toHaveLength(1);
  });

  it('goes on when the rows turn out not to be enough, with larger steps', async () => {
    const query = partition().where({ role: { ne: 'boss' }, age: { ge: 21 } });
    expect(query.explain().residual).toBeDefined();
    const requests = await requestsOf(() =>
      query
        .where({ note: { ne: 'none' } })
        .take(1)
        .all(),
    );
    expect(requests.map((request) => parameter(request, '$top'))).toEqual(['1', '4', '16']);
  });
});

describe('a page of the service', () => {
  it('may be empty although more follow', async () => {
    const query = members.query({ team: 'a' }).scan('partition');
    for (const run of [
      async () => names(await query.all()).length,
      async () => names([...(await query.page({ size: 20 })).items]).length,
      async () => query.count(),
      async () => {
        let count = 0;
        for await (const _ of query) count++;
        return count;
      },
    ]) {
      const fault = storage.emulator.http.inject(faults.emptyPage(), { times: 3 });
      expect(await run()).toBe(12);
      expect(fault.fired).toBe(3);
      storage.emulator.http.clearFaults();
    }
  });

  it('ends wherever the service likes', async () => {
    const many = new Members(storage.store(), { table: storage.emulator.uniqueName('Many') });
    const rows: Member[] = Array.from({ length: 2_300 }, (_, i) =>
      member('a', 1, `n${String(i).padStart(4, '0')}`),
    );
    const client = storage.emulator.rawTable(many.context.table);
    await client.createTable();
    for (let i = 0; i < rows.length; i += 100) {
      await client.submitTransaction(
        rows
          .slice(i, i + 100)
          .map(({ name }) => ['create', { partitionKey: 'a', rowKey: `m_01_${name}` }] as ['create', never]),
      );
    }
    const query = many.query({ team: 'a', level: 1 });
    const requests = await requestsOf(async () => expect(names(await query.all())).toEqual(names(rows)));
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map((request) => parameter(request, '$filter')))).toEqual(
      new Set([(query.explain().parts[0] as ScanPlan).filter]),
    );
    expect(await requestsOf(() => query.take(1_500).all())).toHaveLength(2);
    let count = 0;
    for await (const each of query) expect(each.name).toBe(rows[count++]!.name);
    expect(count).toBe(2_300);
  });
});
