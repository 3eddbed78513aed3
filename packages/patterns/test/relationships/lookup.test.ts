import { systemClock } from '@tablewright/core';
import { type LookupOptions, lookup } from '@tablewright/patterns/relationships';
import { type Exchange, faults } from '@tablewright/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { Department, type Employee } from './company.js';
import { useCompany } from './open-company.js';

/** Time goes on only when a test says so. */
let now = 0;
const company = useCompany({ clock: { ...systemClock, monotonic: () => now } });
const at = (department: string) => ({ department, id: 1 }) as Employee;
const make = (options?: LookupOptions) =>
  lookup(company.departments, (e: Pick<Employee, 'department'>) => ({ name: e.department }), options);

beforeEach(async () => {
  now = 0;
  await company.departments.bulk(
    ['A', 'B', 'C', 'D'].map((name) => ({ insert: { name, location: `in ${name}`, phones: ['1'] } })),
  );
});

/** Lets requests through when it is told to; or their replies, which then tell what was stored before. */
function gate(held: 'requests' | 'replies' = 'requests') {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const fault = {
    name: 'gate',
    async run({ send }: Exchange) {
      const sent = held === 'replies' ? await send() : undefined;
      await opened;
      return sent ?? send();
    },
  };
  return { open, fault: company.storage.emulator.http.inject(fault, { times: Infinity }) };
}

describe('what a lookup remembers', () => {
  it('is asked for once, and again when it is too old', async () => {
    const departmentOf = make({ ttl: 100 });
    const twice = await company.sent(async () => {
      expect((await departmentOf.of(at('A')))?.location).toBe('in A');
      await company.departments.update({ name: 'A' }, { location: 'moved' });
      now = 99;
      expect((await departmentOf.of(at('A')))?.location).toBe('in A');
    });
    expect(twice.map((line) => line.split(' ')[0])).toEqual(['GET', 'PATCH']);
    now = 100;
    expect(
      await company.sent(async () => {
        expect((await departmentOf.of(at('A')))?.location).toBe('moved');
      }),
    ).toHaveLength(1);
    expect(departmentOf.stats()).toEqual({ hits: 1, misses: 2, shared: 0, requests: 2, evicted: 0, size: 1 });
  });

  it('counts its age from when it was asked for, not from when the answer came', async () => {
    const departmentOf = make({ ttl: 100 });
    const { open } = gate();
    const asked = departmentOf.get({ name: 'A' });
    now = 100;
    open();
    await asked;
    company.storage.emulator.http.clearFaults();
    expect(await company.sent(() => departmentOf.get({ name: 'A' }))).toHaveLength(1);
  });

  it('includes that there is nothing, for a time of its own', async () => {
    const departmentOf = make({ ttl: 1_000, missing: 10 });
    expect(await departmentOf.get({ name: 'new' })).toBeUndefined();
    await company.departments.insert({ name: 'new' });
    expect(await departmentOf.get({ name: 'new' })).toBeUndefined();
    now = 10;
    expect((await departmentOf.get({ name: 'new' }))?.name).toBe('new');
    expect(departmentOf.stats()).toMatchObject({ hits: 1, requests: 2 });
    const eager = make({ missing: 0 });
    expect(
      await company.sent(async () => {
        await eager.get({ name: 'none' });
        await eager.get({ name: 'none' });
      }),
    ).toHaveLength(2);
  });

  it('is what was used last', async () => {
    const departmentOf = make({ size: 2 });
    for (const name of ['A', 'B', 'A', 'C']) await departmentOf.get({ name });
    expect(departmentOf.stats()).toMatchObject({ size: 2, evicted: 1, requests: 3, hits: 1 });
    const sent = await company.sent(async () => {
      await departmentOf.get({ name: 'A' });
      await departmentOf.get({ name: 'C' });
      await departmentOf.get({ name: 'B' });
    });
    expect(sent.map((line) => line.includes("'B'"))).toEqual([true]);
    // More items than it remembers are answered all the same.
    const all = await make({ size: 1 }).ofMany(['A', 'B', 'C', 'D', 'A'].map(at));
    expect(all.map((one) => one?.name)).toEqual(['A', 'B', 'C', 'D', 'A']);
  });

  it('cannot be changed, nor written', async () => {
    const departmentOf = make();
    const one = (await departmentOf.get({ name: 'A' }))!;
    expect(one).toBeInstanceOf(Department);
    expect(one.label).toBe('A in in A');
    expect(() => Object.assign(one, { location: 'x' })).toThrow(TypeError);
    expect(() => (one.phones as string[]).push('2')).toThrow(TypeError);
    for (const write of ['insert', 'update', 'replace', 'delete', 'upsert'] as const) {
      await expect(company.departments[write](one as never)).rejects.toMatchObject({
        code: 'VIEW_NOT_WRITABLE',
      });
    }
    // It leads to the entity.
    await company.departments.update(await company.departments.getOrThrow(one), { location: 'x' });
    expect(JSON.parse(JSON.stringify(one))).toMatchObject({ name: 'A', location: 'in A' });
  });
});

describe('requests', () => {
  it('are shared by all who ask at the same time', async () => {
    const departmentOf = make();
    const sent = await company.sent(async () => {
      const all = await Promise.all([
        departmentOf.get({ name: 'A' }),
        departmentOf.of(at('A')),
        departmentOf.ofMany([at('A'), at('B'), at('A')]),
        departmentOf.ofMany([at('B'), at('C')]),
      ]);
      expect(all.flat().map((one) => one?.name)).toEqual(['A', 'A', 'A', 'B', 'A', 'B', 'C']);
    });
    expect(sent).toHaveLength(3);
    expect(departmentOf.stats()).toMatchObject({ requests: 3, shared: 3, misses: 3, hits: 0 });
  });

  it('are explained', async () => {
    const departmentOf = make();
    await departmentOf.get({ name: 'A' });
    const items = ['A', 'B', 'B', 'none'].map(at);
    const plan = departmentOf.explain(items);
    expect(plan.requests).toEqual({ least: 2, most: 2 });
    expect(plan.reads.map((read) => 'partitionKey' in read && read.partitionKey)).toEqual(['B', 'none']);
    expect(await company.sent(() => departmentOf.ofMany(items))).toHaveLength(2);
    expect(departmentOf.explain(items).requests).toEqual({ least: 0, most: 0 });
    expect(departmentOf.explain()).toMatchObject({ requests: { least: 0 } });
    // To explain is not to use.
    expect(departmentOf.stats()).toMatchObject({ requests: 3, hits: 1 });
  });

  it('that fail are not remembered, and fail for those who asked', async () => {
    const departmentOf = make();
    company.storage.emulator.http.inject(faults.respond(403, 'AuthorizationFailure'));
    const both = [departmentOf.get({ name: 'A' }), departmentOf.get({ name: 'A' })];
    for (const result of await Promise.allSettled(both)) expect(result.status).toBe('rejected');
    expect((await departmentOf.get({ name: 'A' }))?.name).toBe('A');
    expect(departmentOf.stats()).toMatchObject({ requests: 2, size: 1 });
  });

  it('for several keys that fail over one do not spoil the others', async () => {
    const departmentOf = make();
    company.storage.emulator.http.inject(faults.respond(403, 'AuthorizationFailure'), {
      when: ({ path }) => path.includes("'B'"),
    });
    const [many, one] = await Promise.allSettled([
      departmentOf.ofMany([at('A'), at('B')]),
      departmentOf.get({ name: 'A' }),
    ]);
    expect(many.status).toBe('rejected');
    expect(one).toMatchObject({ status: 'fulfilled', value: { name: 'A' } });
  });

  it('are read again once for all who waited for one that failed over another', async () => {
    const departmentOf = make();
    company.storage.emulator.http.inject(faults.respond(403, 'AuthorizationFailure'), {
      when: ({ path }) => path.includes("'B'"),
    });
    const failing = departmentOf.ofMany([at('A'), at('B')]);
    const waiting = Promise.all(Array.from({ length: 5 }, () => departmentOf.get({ name: 'A' })));
    await expect(failing).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
    expect((await waiting).map((one) => one?.name)).toEqual(['A', 'A', 'A', 'A', 'A']);
    expect(departmentOf.stats()).toMatchObject({ requests: 3, shared: 5, size: 1 });
  });

  it('go on as long as somebody waits', async () => {
    const departmentOf = make();
    const { open } = gate();
    const leaving = new AbortController();
    const first = departmentOf.get({ name: 'A' }, { signal: leaving.signal });
    const second = departmentOf.get({ name: 'A' });
    leaving.abort();
    await expect(first).rejects.toMatchObject({ code: 'ABORTED' });
    open();
    expect((await second)?.name).toBe('A');
    expect(departmentOf.stats()).toMatchObject({ requests: 1, size: 1 });
  });

  it('end when nobody waits any more, and newcomers ask anew', async () => {
    const departmentOf = make();
    let ended = false;
    const hung = company.storage.emulator.http.inject({
      name: 'hangs until it is ended',
      run: ({ request }) =>
        new Promise((_, reject) => {
          request.abortSignal!.addEventListener('abort', () => {
            ended = true;
            reject(new Error('ended'));
          });
        }),
    });
    const leaving = new AbortController();
    const first = departmentOf.ofMany([at('A')], { signal: leaving.signal });
    const second = departmentOf.get({ name: 'A' }, { signal: leaving.signal });
    while (hung.fired === 0) await new Promise(setImmediate);
    leaving.abort();
    await expect(first).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(second).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await departmentOf.get({ name: 'A' }))?.name).toBe('A');
    expect(ended).toBe(true);
    await expect(departmentOf.get({ name: 'B' }, { timeout: 0 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  it('are not sent for bad keys, nor for items that lead nowhere', async () => {
    const departmentOf = make();
    const maybe = lookup(company.departments, (e: Employee) => (e.id === 1 ? undefined : { name: 'A' }));
    const sent = await company.sent(async () => {
      await expect(departmentOf.ofMany([at('A'), at('')])).rejects.toMatchObject({
        code: 'KEY_VALUE_INVALID',
      });
      for (const key of [undefined, null, 'A', {}]) {
        await expect(departmentOf.get(key as never)).rejects.toMatchObject({
          code: expect.stringMatching(/OPTIONS_INVALID|KEY_VALUE_INVALID/),
        });
      }
      expect(await maybe.of(at('A'))).toBeUndefined();
    });
    expect(sent).toEqual([]);
  });
});

describe('renewal', () => {
  it('refresh reads now', async () => {
    const departmentOf = make();
    await departmentOf.get({ name: 'A' });
    await company.departments.update({ name: 'A' }, { location: 'moved' });
    expect((await departmentOf.refresh({ name: 'A' }))?.location).toBe('moved');
    expect((await departmentOf.get({ name: 'A' }))?.location).toBe('moved');
    expect(departmentOf.stats()).toMatchObject({ requests: 2, hits: 1 });
  });

  it('invalidate forgets one, or all', async () => {
    const departmentOf = make();
    await departmentOf.ofMany(['A', 'B', 'C'].map(at));
    departmentOf.invalidate({ name: 'B' });
    expect(departmentOf.stats().size).toBe(2);
    expect(departmentOf.explain(['A', 'B'].map(at)).requests.least).toBe(1);
    departmentOf.invalidate();
    expect(departmentOf.stats().size).toBe(0);
    expect(() => departmentOf.invalidate({} as never)).toThrow(
      expect.objectContaining({ code: 'KEY_VALUE_INVALID' }),
    );
  });

  it.each([
    ['one', { name: 'A' }],
    ['all', undefined],
  ])('what was under way when %s was invalidated is given, but not remembered', async (_, key) => {
    const departmentOf = make();
    const { open, fault } = gate('replies');
    const before = departmentOf.get({ name: 'A' });
    while (fault.fired === 0) await new Promise(setImmediate);
    departmentOf.invalidate(key);
    open();
    expect((await before)?.name).toBe('A');
    expect(departmentOf.stats()).toMatchObject({ requests: 1, size: 0 });
  });

  it('who asks after an invalidation does not join those who asked before', async () => {
    const departmentOf = make();
    const { open, fault } = gate();
    const before = departmentOf.get({ name: 'A' });
    departmentOf.invalidate({ name: 'A' });
    const after = departmentOf.get({ name: 'A' });
    open();
    await before;
    await after;
    expect(fault.fired).toBe(2);
    expect(departmentOf.stats()).toMatchObject({ requests: 2, shared: 0, size: 1 });
  });

  it.each(['get', 'preload'] as const)('an older answer to %s does not replace a later one', async (how) => {
    const departmentOf = make();
    const { open, fault } = gate('replies');
    const slow =
      how === 'get'
        ? departmentOf.get({ name: 'A' })
        : departmentOf.preload(company.departments.query().scan('table'));
    while (fault.fired === 0) await new Promise(setImmediate);
    fault.remove();
    now = 1;
    await company.departments.update({ name: 'A' }, { location: 'moved' });
    expect((await departmentOf.refresh({ name: 'A' }))?.location).toBe('moved');
    open();
    await slow;
    expect((await departmentOf.get({ name: 'A' }))?.location).toBe('moved');
    expect(departmentOf.stats().hits).toBe(1);
  });

  it('preload fills it with everything that a query finds', async () => {
    const departmentOf = make({ ttl: 100 });
    const sent = await company.sent(async () => {
      expect(await departmentOf.preload(company.departments.query().scan('table'))).toBe(4);
      const found = await departmentOf.ofMany(['D', 'A'].map(at));
      expect(found.map((one) => one?.location)).toEqual(['in D', 'in A']);
    });
    expect(sent).toHaveLength(1);
    expect(departmentOf.stats()).toMatchObject({ requests: 0, hits: 2, size: 4 });
    now = 100;
    expect(departmentOf.explain([at('A')]).requests.least).toBe(1);
    await expect(departmentOf.preload([] as never)).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
    const signal = AbortSignal.abort();
    await expect(
      departmentOf.preload(company.departments.query().scan('table'), { signal }),
    ).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('preload takes whole entities only', async () => {
    const departmentOf = make();
    const views = company.departments.query().select('manager').scan('table');
    await expect(departmentOf.preload(views as never)).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
    expect((await departmentOf.get({ name: 'A' }))?.location).toBe('in A');
  });

  it('what a preload read before an invalidation is not remembered', async () => {
    const departmentOf = make();
    const { open } = gate();
    const loading = departmentOf.preload(company.departments.query().scan('table'));
    departmentOf.invalidate({ name: 'A' });
    open();
    expect(await loading).toBe(4);
    expect(departmentOf.stats().size).toBe(0);
  });
});

it('is made of a relation, too', async () => {
  const departmentOf = company.employees.department.cached({ ttl: 100 });
  const sent = await company.sent(async () => {
    expect((await departmentOf.of(at('A')))?.label).toBe('A in in A');
    expect((await departmentOf.of(at('A')))?.name).toBe('A');
  });
  expect(sent).toHaveLength(1);
  expect(departmentOf.repository).toBe(company.employees.department.repository);
});

it('refuses options that mean nothing', () => {
  const bad = [
    { ttl: -1 },
    { ttl: '1' },
    { missing: Number.NaN },
    { size: 0 },
    { size: 1.5 },
    { tll: 1 },
    5,
    null,
  ];
  for (const options of bad) {
    expect(() => make(options as never)).toThrow(expect.objectContaining({ code: 'OPTIONS_INVALID' }));
  }
  expect(() => lookup({} as never, () => undefined)).toThrow(
    expect.objectContaining({ code: 'OPTIONS_INVALID' }),
  );
  expect(() => lookup(company.departments, { name: 'department' } as never)).toThrow(
    expect.objectContaining({ code: 'OPTIONS_INVALID' }),
  );
  expect(make({ ttl: Infinity, size: Infinity }).stats().size).toBe(0);
});
