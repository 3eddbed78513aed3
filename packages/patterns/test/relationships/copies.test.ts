import { describe, expect, it } from 'vitest';
import { useCompany } from './open-company.js';

const company = useCompany();
const key = (id: number) => ({ department: company.sales, id });
const copies = async () =>
  (await company.employees.query({ department: company.sales }).scan('partition').all()).map(
    ({ departmentManager }) => departmentManager,
  );

async function open(count: number, manager?: string) {
  const { departments, employees, sales } = company;
  const one = await departments.insert({ name: sales, ...(manager !== undefined && { manager }) });
  const link = departments.employees.linkTo(one);
  await employees.bulk(Array.from({ length: count }, (_, id) => ({ insert: { ...link, id } })));
  return one;
}

describe('copies', () => {
  it('are given with the link, so that one request reads both', async () => {
    const { departments, sales } = company;
    const one = await open(1, 'Jo');
    expect(departments.employees.linkTo(one)).toEqual({ department: sales, departmentManager: 'Jo' });
    expect(await copies()).toEqual(['Jo']);
  });

  it('are refreshed: 2 requests, the reads, and one transaction for each 100 that differ', async () => {
    const { departments, employees } = company;
    const one = await open(150, 'Jo');
    await departments.update(one, { manager: 'Kim' });
    await employees.update(key(3), { departmentManager: 'Kim' });
    const sent = await company.sent(async () => {
      expect(await departments.employees.refreshCopies(one)).toEqual({ found: true, updated: 149 });
    });
    expect(sent.map((line) => line.split('(')[0])).toEqual([
      'GET Company',
      'GET Company',
      'POST $batch',
      'POST $batch',
      'GET Company',
    ]);
    expect(new Set(await copies())).toEqual(new Set(['Kim']));
    const again = await company.sent(async () => {
      expect(await departments.employees.refreshCopies(one)).toEqual({ found: true, updated: 0 });
    });
    expect(again.map((line) => line.split('(')[0])).toEqual(['GET Company', 'GET Company', 'GET Company']);
  });

  it('go where the source has no value any more', async () => {
    const { departments } = company;
    const one = await open(2, 'Jo');
    await departments.update(one, { manager: null });
    await departments.employees.refreshCopies(one);
    expect(await copies()).toEqual([undefined, undefined]);
  });

  it('stay as they are if there is nothing to copy from', async () => {
    const { departments, sales } = company;
    await departments.delete(await open(2, 'Jo'));
    expect(await departments.employees.refreshCopies({ name: sales })).toEqual({ found: false, updated: 0 });
    expect(await copies()).toEqual(['Jo', 'Jo']);
  });

  it.each(['empid_000001', 'department'])('start over when somebody changes %s meanwhile', async (rowKey) => {
    const { departments, employees, sales } = company;
    const one = await open(2, 'Jo');
    await departments.update(one, { manager: 'Kim' });
    const raw = company.storage.emulator.rawTable(employees.context.table);
    company.storage.emulator.http.inject(
      {
        name: 'rival',
        async run({ send }) {
          await raw.updateEntity({ partitionKey: sales, rowKey, name: 'changed', manager: 'Lee' });
          return send();
        },
      },
      { when: ({ path }) => path === '$batch' },
    );
    expect(await departments.employees.refreshCopies(one)).toMatchObject({ found: true });
    const wanted = rowKey === 'department' ? 'Lee' : 'Kim';
    expect(await copies()).toEqual([wanted, wanted]);
    expect((await employees.getOrThrow(key(1))).name).toBe(wanted === 'Kim' ? 'changed' : undefined);
  });

  it('are the last word of the source when many refresh at once', async () => {
    const { departments, sales } = company;
    await open(5, 'start');
    const change = async (n: number) => {
      await departments.update({ name: sales }, { manager: `m${n}` });
      await departments.employees.refreshCopies({ name: sales }, { attempts: 100 });
    };
    await Promise.all([1, 2, 3, 4].map(change));
    const { manager } = await departments.getOrThrow({ name: sales });
    expect(new Set(await copies())).toEqual(new Set([manager]));
  });

  it('give up after so many attempts', async () => {
    const { departments, employees, sales } = company;
    const one = await open(1, 'Jo');
    await departments.update(one, { manager: 'Kim' });
    const raw = company.storage.emulator.rawTable(employees.context.table);
    company.storage.emulator.http.inject(
      {
        name: 'rival',
        async run({ send }) {
          await raw.updateEntity({ partitionKey: sales, rowKey: 'empid_000000', name: 'x' });
          return send();
        },
      },
      { when: ({ method, path }) => method === 'PATCH' && path.includes('empid_'), times: Infinity },
    );
    await expect(departments.employees.refreshCopies(one, { attempts: 2 })).rejects.toMatchObject({
      code: 'CONGESTION',
    });
    for (const attempts of [0, 1.5, 'x']) {
      await expect(
        departments.employees.refreshCopies(one, { attempts: attempts as number }),
      ).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
    }
    const { contracts } = departments as unknown as {
      contracts: { refreshCopies(one: object): Promise<unknown> };
    };
    await expect(contracts.refreshCopies(one)).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
    await expect(departments.employees.refreshCopies(one, { timeout: 0 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
  });
});
