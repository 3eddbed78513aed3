import { verify } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { employee, openOffice } from './office.js';

const storage = useStorage();
const SALES = { name: 'Sales' };
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

const open = (table = storage.emulator.uniqueName('Office')) => openOffice(storage.store(), table);

it('32 writers of several stores are all counted, beside editors of the parent', async () => {
  const offices = [open()];
  while (offices.length < 4) offices.push(open(offices[0]!.table));
  const at = (id: number) => offices[id % 4]!;
  const { departments } = offices[0]!;
  await departments.insert(SALES);
  const edits = (n: number) =>
    upTo(4).map(async (edit) => {
      const { departments: theirs } = at(edit);
      if (n % 2) await theirs.modify(SALES, (it) => Object.assign(it, { location: `${n} ${edit}` }));
      else await theirs.upsert({ ...SALES, location: `${n} ${edit}`, employeeCount: 1000n });
    });
  await Promise.all([
    ...upTo(32).map((id) => at(id).employees.insert(employee(id, { salary: BigInt(id) }))),
    ...edits(1),
    ...edits(2),
  ]);
  expect(await departments.get(SALES)).toMatchObject({ employeeCount: 32n, salaries: 528n });
  await Promise.all([
    ...upTo(16).map((id) => at(id).employees.delete({ department: 'Sales', id }, { force: true })),
    ...upTo(16).map((id) => at(id).employees.update({ department: 'Sales', id: id + 16 }, { salary: 1n })),
    ...edits(3),
  ]);
  expect(await departments.get(SALES)).toMatchObject({ employeeCount: 16n, salaries: 16n });
  expect(await verify(offices[0]!.employees)).toMatchObject({ clean: true });
});

it('a parent is deleted, or gets its children, and never both', async () => {
  for (const round of upTo(6)) {
    const here = open();
    const there = open(here.table);
    await here.departments.insert(SALES);
    const outcomes = await Promise.allSettled([
      here.departments.delete(SALES, { force: true }),
      there.employees.insert(employee(round)),
    ]);
    const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.code));
    expect([
      ['done', 'PARENT_MISSING'],
      ['PARENT_IN_USE', 'done'],
    ]).toContainEqual(codes);
    expect(await verify(here.employees)).toMatchObject({ clean: true });
  }
});

describe('lost requests and replies', () => {
  it.each([faults.failBeforeSend, faults.dropReply])('never count twice, nor not at all', async (fault) => {
    for (let call = 0, struck = true; struck; call++) {
      const { employees, departments, teams } = open();
      await departments.insert(SALES);
      await teams.insert({ department: 'Sales', team: 'red' });
      await teams.insert({ department: 'Sales', team: 'blue' });
      await employees.insert(employee(1, { team: 'red', salary: 1n }));
      const injected = storage.emulator.http.inject(fault(), { after: call });
      await employees.insert(employee(2, { team: 'red', salary: 5n }));
      await employees.update({ department: 'Sales', id: 1 }, { team: 'blue', salary: 3n });
      await departments.update(SALES, { location: 'Oslo' });
      await departments.replace({ ...SALES, location: 'Rome' }, { force: true });
      await employees.delete({ department: 'Sales', id: 2 }, { force: true });
      struck = injected.fired > 0;
      storage.emulator.http.clearFaults();
      expect([call, await departments.get(SALES)]).toMatchObject([
        call,
        { employeeCount: 1n, salaries: 3n, location: 'Rome' },
      ]);
      expect(await teams.get({ department: 'Sales', team: 'blue' })).toMatchObject({ size: 1 });
      expect(await verify(employees)).toMatchObject({ clean: true });
      if (!struck) expect(call).toBeGreaterThan(10);
    }
  });
});
