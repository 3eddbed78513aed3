import { describe, expect, it } from 'vitest';
import { agreeOnGet, agreeOnScan, agreeOnWrites } from '../src/bars/agree.js';
import { tableContenders } from '../src/bars/table-contenders.js';
import type { TableContender } from '../src/contenders/table-contender.js';
import { employeeOf, employeesOf } from '../src/domain/employees.js';
import { BEYOND_ASCII } from '../src/domain/staff.js';
import { tableOfPages } from '../src/server/stub/pages.js';
import { useStub } from './support/use-stub.js';

describe('contenders agree', () => {
  const stub = useStub();
  const all = (table = 'Employees'): TableContender[] =>
    Object.values(tableContenders(stub().connectionString, table));
  const lastWrites = async () => stub().lastWrites();
  /** Does everything as the others, save one thing. */
  const withOneOdd = (odd: Partial<TableContender>) => [...all(), { ...all()[0]!, name: 'odd', ...odd }];

  it('on a row that is read, and on one that is not there', async () => {
    for (const id of [17, BEYOND_ASCII]) await agreeOnGet(all(), id);
    for (const contender of all()) expect(await contender.get('Sales', 999_999)).toBeUndefined();
  });

  it('on all rows of several pages', async () => {
    await agreeOnScan(all(tableOfPages(2)), 2_000);
  });

  it('on what an insert sends and gets', async () => {
    for (const id of [4, BEYOND_ASCII]) {
      await agreeOnWrites(all(), (contender) => contender.insert(employeeOf(id)), lastWrites);
      expect(stub().lastWrites()).toHaveLength(1);
    }
  });

  it('on what a transaction sends and gets', async () => {
    for (const from of [0, BEYOND_ASCII]) {
      await agreeOnWrites(all(), ({ upsertAll }) => upsertAll(employeesOf(100, from)), lastWrites);
      expect(stub().lastWrites()).toHaveLength(100);
    }
  });

  it('and are found out when they do not', async () => {
    const sloppyGet = withOneOdd({ get: async (_, id) => Object.assign(employeeOf(id), { age: 99 }) });
    await expect(agreeOnGet(sloppyGet, 17)).rejects.toThrow('odd reads another employee');
    const sloppyScan = withOneOdd({ scan: async () => {} }).slice(-1);
    await expect(agreeOnScan(sloppyScan, 1_000)).rejects.toThrow('odd finds other employees');
    const raw = all()[1]!;
    const sloppyInsert = withOneOdd({
      insert: (employee) => raw.insert(Object.assign(employeeOf(employee.id), { rating: 1.25 })),
    });
    const insert = ({ insert }: TableContender) => insert(employeeOf(4));
    await expect(agreeOnWrites(sloppyInsert, insert, lastWrites)).rejects.toThrow(
      'odd writes something else',
    );
  });
});
