import { transaction } from '@tablewright/core';
import type { Program } from './actors.js';

const department = 'Sales';
export const jones = { department, id: 1, age: 30, email: 'jones@contoso.com' };
export const smith = { department, id: 2, age: 31, email: 'smith@contoso.com' };

/** Every kind of write, over two employees that are there. */
export const WRITES: Readonly<Record<string, (program: Program) => Promise<unknown>>> = {
  insert: ({ employees }) => employees.insert({ ...jones, id: 3 }),
  'update to another partition': ({ employees }) => employees.update({ department, id: 1 }, { age: 40 }),
  'update within a partition': ({ employees }) =>
    employees.update({ department, id: 1 }, { email: 'j@contoso.com' }),
  'take the value away': async ({ employees }) => {
    const loaded = await employees.getOrThrow({ department, id: 1 });
    delete loaded.age;
    return employees.update(loaded);
  },
  'give it back': async ({ employees }) => {
    const loaded = await employees.getOrThrow({ department, id: 1 });
    delete loaded.age;
    await employees.update(loaded);
    return employees.update(loaded, { age: 30 });
  },
  delete: ({ employees }) => employees.delete({ department, id: 1 }, { force: true }),
  'delete and insert': async ({ employees }) => {
    await employees.delete({ department, id: 1 }, { force: true });
    return employees.insert({ ...jones, age: 50 });
  },
  replace: ({ employees }) => employees.upsert({ ...jones, age: 33 }, { mode: 'replace' }),
  transaction: ({ employees }) =>
    transaction()
      .insert(employees, { ...jones, id: 3 })
      .update(employees, { department, id: 1 }, { age: 31 })
      .delete(employees, { department, id: 2 }, { force: true })
      .commit(),
  bulk: ({ employees }) =>
    employees.bulk([
      { insert: { ...jones, id: 3 } },
      { upsert: { ...smith, age: 44 } },
      { delete: { department, id: 1 }, force: true },
    ]),
};
