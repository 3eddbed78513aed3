import { lifecycle, rebuild } from '@tablewright/core';
import { EmployeesWhileBuilding, IndexedEmployees } from '../indexed.js';
import { grid, type Step } from '../step.js';

export const building: Step = {
  name: 'building',
  title: 'An index for a table in use',
  why: 'An index is a copy of each row under another key, in the same partition. This table has rows already and writers that do not stop, so the index is built under their hands.',
  listing: 'indexed.ts',
  acts: [
    {
      run: async ({ store }) => {
        const employees = new EmployeesWhileBuilding(store);
        await employees.update({ department: 'Sales', id: 227 }, { lastName: 'Chen-Lee' });
      },
      rows: grid({ partition: 'Sales' }, 'firstName', 'lastName', 'tw__row'),
      note: 'The write brought a copy along, in the same transaction: under the e-mail, with the projected names, and tw__row to lead back. While the index is built, it is first looked up who holds the e-mail: two old rows may have the same. Whom nobody touches has no copy yet.',
    },
    {
      run: async ({ store }) => {
        const employees = new EmployeesWhileBuilding(store);
        await employees.byEmail.get({ department: 'Sales', email: 'haddado@contoso.com' });
      },
      fails: 'INDEX_NOT_READY',
      rows: grid(''),
      note: 'An index with holes would say that people do not exist. So it says nothing.',
    },
    {
      run: async ({ store, console }) => {
        const employees = new EmployeesWhileBuilding(store);
        const { complete, scanned, mended } = await rebuild(employees, 'byEmail');
        console.log(`complete: ${complete}, ${scanned} employees, ${mended.missing} rows were missing`);
      },
      rows: grid({ partition: 'Sales' }, 'firstName', 'lastName', 'tw__row'),
      note: 'Up to fifty employees to a request, each held at the version that was read: whoever writes meanwhile wins. How far it is stands in a system row, so that a rebuild which died goes on where it was.',
    },
    {
      run: async ({ store, console }) => {
        for (const { name, state, built } of await lifecycle(new IndexedEmployees(store))) {
          console.log(name, state, built);
        }
      },
      rows: grid(''),
      note: 'Built to the end: the class that declares it ready may be deployed.',
    },
  ],
};
