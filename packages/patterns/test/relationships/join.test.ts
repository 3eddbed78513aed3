import { join, lookup } from '@tablewright/patterns/relationships';
import { type Exchange, faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import type { Employee } from './company.js';
import { useCompany } from './open-company.js';

const company = useCompany();
const key = (id: number) => ({ department: company.sales, id });

/** Three employees of one department, the second and third under the first. */
async function staffed() {
  const { departments, employees, sales } = company;
  await departments.insert({ name: sales, location: 'Oslo' });
  await employees.bulk([
    { insert: { ...key(1), name: 'Ann' } },
    { insert: { ...key(2), name: 'Bob', managerId: 1 } },
    { insert: { ...key(3), name: 'Cid', managerId: 1 } },
  ]);
  return departments.employees.of({ name: sales });
}

describe('join', () => {
  it('puts items and what belongs to them together: one request for each distinct key', async () => {
    const { employees } = company;
    const joined = join(await staffed(), { department: employees.department, manager: employees.manager });
    const sent = await company.sent(async () => {
      const rows = await joined.all();
      expect(
        rows.map(({ item, department, manager }) => [item.name, department?.location, manager?.name]),
      ).toEqual([
        ['Ann', 'Oslo', undefined],
        ['Bob', 'Oslo', 'Ann'],
        ['Cid', 'Oslo', 'Ann'],
      ]);
    });
    expect(sent).toHaveLength(3);
    expect(joined.explain()).toMatchObject({
      source: { kind: 'query', entity: 'Employee' },
      parts: { department: { requests: { least: 0 } }, manager: { open: [expect.any(String)] } },
      requests: { least: 1 },
    });
  });

  it('asks nothing again that a lookup remembers', async () => {
    const { employees } = company;
    const query = await staffed();
    const department = employees.department.cached({ ttl: 60_000 });
    const joined = join(query, { department });
    expect(await company.sent(() => joined.all())).toHaveLength(2);
    expect(await company.sent(() => joined.all())).toHaveLength(1);
    expect(department.stats()).toMatchObject({ requests: 1, hits: 1 });
  });

  it('of an array is explained exactly', async () => {
    const { employees, departments, sales } = company;
    const items = await (await staffed()).all();
    const joined = join(items, { department: employees.department.cached(), manager: employees.manager });
    expect(joined.explain().requests).toEqual({ least: 2, most: 2 });
    expect(joined.explain().source).toBeUndefined();
    expect(await company.sent(() => joined.all())).toHaveLength(2);
    expect(joined.explain().requests).toEqual({ least: 1, most: 1 });
    const down = join([{ name: sales }, { name: 'none' }], { employees: departments.employees });
    expect((await down.all()).map(({ employees: staff }) => staff.length)).toEqual([3, 0]);
    expect(down.explain().requests).toEqual({ least: 2 });
  });

  it('iterates and pages as the query does', async () => {
    const { employees } = company;
    const joined = join(await staffed(), { manager: employees.manager });
    const names: (string | undefined)[] = [];
    for await (const { manager } of joined) names.push(manager?.name);
    expect(names).toEqual([undefined, 'Ann', 'Ann']);
    const first = await joined.page({ size: 2 });
    expect(first.items.map(({ item }) => item.id)).toEqual([1, 2]);
    const second = await joined.page({ size: 2, token: first.token });
    expect(second.items.map(({ item, manager }) => [item.id, manager?.id])).toEqual([[3, 1]]);
    expect(second.token).toBeUndefined();
    const [item] = await (await company.departments.employees.of({ name: company.sales })).all();
    const one = await join([item!], { manager: employees.manager }).page();
    expect(one.items).toHaveLength(1);
    for await (const row of join([item!], { manager: employees.manager })) expect(row.item).toBe(item);
  });

  it('joins views and index copies as well as entities', async () => {
    const { employees } = company;
    await staffed();
    const query = employees.query({ department: company.sales }).select('managerId').scan('partition');
    const rows = await join(query, { manager: employees.manager }).all();
    expect(rows.map(({ manager }) => manager?.name)).toEqual([undefined, 'Ann', 'Ann']);
  });

  it('reads a page of 1,000 at a time when it iterates', async () => {
    const { employees, departments, sales } = company;
    await employees.bulk(
      Array.from({ length: 1_100 }, (_, id) => ({ insert: { ...key(id), managerId: id % 3 } })),
    );
    const query = departments.employees.of({ name: sales });
    let count = 0;
    const sent = await company.sent(async () => {
      for await (const { item, manager } of join(query, { manager: employees.manager })) {
        expect(manager?.id).toBe(item.id % 3);
        count++;
      }
    });
    expect(count).toBe(1_100);
    // Two pages, and three managers for each of them.
    expect(sent).toHaveLength(8);
    expect(await company.sent(() => join(query, { manager: employees.manager }).all())).toHaveLength(5);
  });

  it('sends no more at once than it may, and slows down when the service is busy', async () => {
    const { employees, sales } = company;
    const items = Array.from({ length: 40 }, (_, id) => ({ ...key(100 + id), managerId: id }) as Employee);
    await employees.bulk(Array.from({ length: 40 }, (_, id) => ({ insert: key(id) })));
    let [under, most] = [0, 0];
    const watch = {
      name: 'watch',
      async run({ send }: Exchange) {
        most = Math.max(most, ++under);
        try {
          return await send();
        } finally {
          under--;
        }
      },
    };
    const busy = company.storage.emulator.http.inject(faults.serverBusy(), { times: 3 });
    company.storage.emulator.http.inject(watch, { times: Infinity });
    const rows = await join(items, { manager: employees.manager }).all({ concurrency: 4 });
    expect(rows.map(({ manager }) => manager?.id)).toEqual(items.map(({ managerId }) => managerId));
    expect(busy.fired).toBe(3);
    expect(most).toBeLessThanOrEqual(4);
    expect(rows[0]!.manager?.department).toBe(sales);
  });

  it('ends with its signal and its timeout, and with the first part that fails', async () => {
    const { employees } = company;
    const query = await staffed();
    const parts = { department: employees.department, manager: employees.manager };
    const signal = AbortSignal.abort();
    await expect(join(query, parts).all({ signal })).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(join(query, parts).page({ timeout: 0 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    await expect(join(query, parts).iterate({ timeout: 0 }).next()).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    const items = await query.all();
    await expect(join(items, parts).iterate({ signal }).next()).rejects.toMatchObject({ code: 'ABORTED' });
    company.storage.emulator.http.inject(faults.hang(), { when: ({ path }) => path.includes('empid_') });
    company.storage.emulator.http.inject(faults.respond(403, 'AuthorizationFailure'), {
      when: ({ path }) => path.includes("'department'"),
    });
    await expect(join(items, parts).all()).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
  });

  it('gives a part whatever name it has', async () => {
    const { departments, sales } = company;
    await staffed();
    const byName = lookup(departments, (item: { readonly dept: string }) => ({ name: item.dept }));
    const [row] = await join([{ dept: sales }], { ['__proto__']: byName, constructor: byName }).all();
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    expect(Object.entries(row!).map(([name, value]) => [name, 'location' in value!])).toEqual([
      ['item', false],
      ['__proto__', true],
      ['constructor', true],
    ]);
  });

  it('refuses what cannot be joined', () => {
    const { employees } = company;
    const bad: [unknown, unknown][] = [
      [[], {}],
      [[], undefined],
      [[], { item: employees.manager }],
      [[], { x: 5 }],
      [5, { manager: employees.manager }],
      [undefined, { manager: employees.manager }],
    ];
    for (const [source, parts] of bad) {
      expect(() => join(source as never, parts as never)).toThrow(
        expect.objectContaining({ code: 'OPTIONS_INVALID' }),
      );
    }
  });

  it('takes whatever has the two functions, and an item may be of any kind', async () => {
    const { departments, sales } = company;
    await staffed();
    const byName = lookup(departments, (name: { readonly dept: string }) => ({ name: name.dept }));
    const rows = await join([{ dept: sales }, { dept: 'x' }], { byName }).all();
    expect(rows.map((row) => row.byName?.location)).toEqual(['Oslo', undefined]);
  });
});
