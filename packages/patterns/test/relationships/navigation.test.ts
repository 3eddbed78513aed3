import { describe, expect, it } from 'vitest';
import { Badge, BadgeRepository, Department, Employee } from './company.js';
import { useCompany } from './open-company.js';

const company = useCompany();
const key = (id: number) => ({ department: company.sales, id });

describe('to one', () => {
  it('by a link in properties: 1 point read', async () => {
    const { employees } = company;
    await employees.insert({ ...key(1), name: 'Ann' });
    const bob = await employees.insert({ ...key(2), managerId: 1 });
    const sent = await company.sent(async () => {
      const boss = await employees.manager.of(bob);
      expect(boss).toBeInstanceOf(Employee);
      expect(boss?.name).toBe('Ann');
      // It is the same repository, so what comes is written like any other entity.
      await employees.update(boss!, { name: 'Anne' });
    });
    expect(sent).toEqual([
      `GET Company(PartitionKey='${company.sales}',RowKey='empid_000001')`,
      `PATCH Company(PartitionKey='${company.sales}',RowKey='empid_000001')`,
    ]);
    expect(employees.manager.repository).toBe(employees);
  });

  it('by the convention of the keys, in another table: 1 point read, and no link is stored', async () => {
    const { employees, details } = company;
    await details.insert({ ...key(1), cv: 'long' });
    const ann = await employees.insert(key(1));
    const sent = await company.sent(async () => {
      expect((await employees.details.of(ann))?.cv).toBe('long');
      expect(await employees.details.of(key(2))).toBeUndefined();
    });
    expect(sent.map((line) => line.split('(')[0])).toEqual(['GET Details', 'GET Details']);
    const raw = await company.storage.emulator
      .rawTable(employees.context.table)
      .getEntity(company.sales, 'empid_000001');
    expect(Object.keys(raw).sort()).toEqual([
      'etag',
      'odata.metadata',
      'partitionKey',
      'rowKey',
      'timestamp',
    ]);
  });

  it('by keys as they are stored', async () => {
    const { employees, badges } = company;
    const red = await badges.insert({ site: `O'Slo/${company.sales} ~é`, no: 7, colour: 'red' });
    const ann = await employees.insert({ ...key(1), ...employees.badge.linkTo(red) });
    expect(ann).toMatchObject({ badgePartition: `O'Slo~2F${company.sales} ~7Eé`, badgeRow: 'badge_0007' });
    expect(employees.badge.keyOf(ann)).toEqual({ site: red.site, no: 7 });
    const sent = await company.sent(async () => {
      expect(await employees.badge.of(ann)).toMatchObject({ colour: 'red' });
      expect(await employees.badge.of(key(2) as Employee)).toBeUndefined();
    });
    expect(sent).toHaveLength(1);
    await expect(employees.badge.of({ ...ann, badgeRow: undefined } as never)).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
    });
    await expect(employees.badge.of({ ...ann, badgeRow: 'chip_1' })).rejects.toMatchObject({
      code: 'KEY_MISMATCH',
    });
  });

  it('is undefined, and asks nothing, where no link is set', async () => {
    const { employees } = company;
    const sent = await company.sent(async () => {
      expect(await employees.manager.of({ ...key(1), managerId: undefined } as never)).toBeUndefined();
      expect(await employees.manager.ofMany([key(1) as Employee, key(2) as Employee])).toEqual([
        undefined,
        undefined,
      ]);
      expect(employees.manager.keyOf(key(1) as Employee)).toBeUndefined();
    });
    expect(sent).toEqual([]);
  });

  it('refuses items without the key properties that lead there', async () => {
    const { employees } = company;
    const sent = await company.sent(async () => {
      for (const item of [{ managerId: 1 }, undefined, null, 'x']) {
        await expect(employees.manager.of(item as never)).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
        await expect(employees.manager.ofMany([item] as never)).rejects.toMatchObject({
          code: 'OPTIONS_INVALID',
        });
      }
      await expect(employees.manager.ofMany(5 as never)).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
      await expect(
        employees.manager.of({ department: company.sales, managerId: 'x' as unknown as number }),
      ).rejects.toMatchObject({ code: 'KEY_VALUE_INVALID' });
    });
    expect(sent).toEqual([]);
  });

  it('of many: one request for each distinct key, answers in the order of the items', async () => {
    const { employees } = company;
    await employees.bulk([1, 2].map((id) => ({ insert: { ...key(id), name: `n${id}` } })));
    const items = [1, 2, undefined, 1, 3, 2].map(
      (managerId, id) => ({ ...key(10 + id), managerId }) as Employee,
    );
    const sent = await company.sent(async () => {
      const found = await employees.manager.ofMany(items);
      expect(found.map((boss) => boss?.name)).toEqual(['n1', 'n2', undefined, 'n1', undefined, 'n2']);
    });
    expect(sent).toHaveLength(3);
    const plan = employees.manager.explain(items);
    expect(plan.requests).toEqual({ least: 3, most: 3 });
    const planned = plan.reads.map((read) => 'rowKey' in read && read.rowKey);
    expect(
      planned.map((rowKey) => `GET Company(PartitionKey='${company.sales}',RowKey='${rowKey}')`),
    ).toEqual(sent);
    expect(employees.manager.explain()).toMatchObject({ reads: [], requests: { least: 0 } });
  });

  it('links one side to the other', async () => {
    const { employees } = company;
    const boss = await employees.insert(key(1));
    const bob = await employees.insert({ ...key(2), name: 'Bob' });
    await employees.update(employees.manager.link(bob, boss));
    const stored = await employees.getOrThrow(key(2));
    expect((await employees.manager.of(stored))?.id).toBe(1);
    // Another department is another key: the employee would have to move there.
    expect(() => employees.manager.link(bob, { department: 'Other', id: 3 })).toThrow(
      expect.objectContaining({ code: 'KEY_CHANGED' }),
    );
    expect(bob.managerId).toBe(1);
    const [view] = await employees.query(key(2)).select('managerId').all();
    expect(() => employees.manager.link(view as never, boss)).toThrow(
      expect.objectContaining({ code: 'VIEW_NOT_WRITABLE' }),
    );
    expect(() => employees.manager.linkTo({ department: 'x' } as never)).toThrow(
      expect.objectContaining({ code: 'KEY_VALUE_INVALID' }),
    );
  });

  it('follows keys that need escaping', async () => {
    const { employees, departments } = company;
    for (const name of ["O'Neil & Söhne", 'a/b\\c#d?e', '~2F', 'é\u{1F600}', ' ']) {
      await departments.insert({ name, location: `of ${name}` });
      const ann = await employees.insert({ department: name, id: 1 });
      expect((await employees.department.of(ann))?.location).toBe(`of ${name}`);
      expect(await departments.employees.of({ name }).all()).toHaveLength(1);
    }
    await expect(employees.department.of({ department: 'x'.repeat(600) })).rejects.toMatchObject({
      code: 'KEY_TOO_LONG',
    });
    await expect(employees.department.of({ department: '' })).rejects.toMatchObject({
      code: 'KEY_VALUE_INVALID',
    });
  });
});

describe('to many', () => {
  it('in the same partition: one range, and nothing but employees', async () => {
    const { employees, departments, sales } = company;
    await departments.insert({ name: sales });
    await employees.bulk([3, 1, 2].map((id) => ({ insert: key(id) })));
    await employees.insert({ department: 'Other', id: 1 });
    const query = departments.employees.of({ name: sales });
    const sent = await company.sent(async () => {
      expect((await query.all()).map(({ id }) => id)).toEqual([1, 2, 3]);
      expect(await query.between({ id: 2 }).count()).toBe(2);
    });
    expect(sent).toHaveLength(2);
    expect(query.explain()).toMatchObject({ entity: 'Employee', path: 'primary', requests: { least: 1 } });
  });

  it('in another table and partition', async () => {
    const { contracts, departments, sales } = company;
    await contracts.bulk([1, 2].map((no) => ({ insert: { department: sales, no } })));
    const sent = await company.sent(async () => {
      const found = await departments.contracts.of({ name: sales }).all();
      expect(found.map(({ no }) => no)).toEqual([1, 2]);
    });
    expect(sent).toEqual(['GET Contracts()']);
  });

  it('by a property that no key holds: refused unless a scan is allowed', async () => {
    const { employees } = company;
    const ann = await employees.insert(key(1));
    await employees.insert({ ...key(2), managerId: 1 });
    await expect(employees.reports.of(ann).all()).rejects.toMatchObject({ code: 'SCAN_REFUSED' });
    await expect(employees.reports.ofMany([ann])).rejects.toMatchObject({ code: 'SCAN_REFUSED' });
    const reports = await employees.reports.of(ann).scan('partition').all();
    expect(reports.map(({ id }) => id)).toEqual([2]);
  });

  it('of many: the requests of each distinct one', async () => {
    const { employees, departments, sales } = company;
    await employees.bulk([1, 2].map((id) => ({ insert: key(id) })));
    const ones = [{ name: sales }, { name: 'none' }, { name: sales }];
    const sent = await company.sent(async () => {
      const [first, none, again] = await departments.employees.ofMany(ones);
      expect(first!.map(({ id }) => id)).toEqual([1, 2]);
      expect(none).toEqual([]);
      expect(again).toEqual(first);
      expect(again).not.toBe(first);
    });
    expect(sent).toHaveLength(2);
    expect(departments.employees.explain(ones)).toMatchObject({ requests: { least: 2 } });
    expect(departments.employees.explain(ones).reads).toHaveLength(2);
    await expect(departments.employees.ofMany(ones, { concurrency: 0 })).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
    });
  });

  it('refuses one that has no value to be found by', () => {
    const { departments } = company;
    for (const one of [{}, { name: undefined }, null]) {
      expect(() => departments.employees.of(one as never)).toThrow(
        expect.objectContaining({ code: 'OPTIONS_INVALID' }),
      );
    }
  });

  it('ends with its signal and its timeout', async () => {
    const { departments, sales } = company;
    const signal = AbortSignal.abort();
    const ones = [{ name: sales }, { name: 'Other' }];
    await expect(departments.employees.ofMany(ones, { signal })).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(departments.employees.ofMany(ones, { timeout: 0 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
  });
});

describe('where the other side is', () => {
  it('follows its host into the table that they share, and stays in its own otherwise', () => {
    const { employees, departments } = company;
    expect(departments.employees.repository.context.table).toBe(departments.context.table);
    expect(employees.department.repository.context.table).toBe(employees.context.table);
    expect(departments.contracts.repository.context.table).toBe('Contracts');
    expect(employees.details.repository.context.table).toBe('Details');
    expect(employees.badge.repository).toBeInstanceOf(BadgeRepository);
    expect(employees.badge.repository).toBe(employees.badge.repository);
  });

  it('may be handed in', async () => {
    const { employees, badges } = company;
    const old = new BadgeRepository(company.storage.store(), {
      table: company.storage.emulator.uniqueName('Old'),
    });
    const badge = await old.insert({ site: company.sales, no: 1, colour: 'old' });
    const ann = { ...key(1), ...employees.badge.linkTo(badge) } as Employee;
    expect(await employees.badge.of(ann)).toBeUndefined();
    expect((await employees.badge.using(old).of(ann))?.colour).toBe('old');
    expect(employees.badge.using(badges).repository).toBe(badges);
    for (const wrong of [undefined, {}, company.departments]) {
      expect(() => employees.badge.using(wrong as never)).toThrow(
        expect.objectContaining({ code: 'OPTIONS_INVALID' }),
      );
      expect(() => company.departments.employees.using(wrong as never)).toThrow(
        expect.objectContaining({ code: 'OPTIONS_INVALID' }),
      );
    }
    expect(badge).toBeInstanceOf(Badge);
    expect(Department.name).toBe('Department');
  });
});
