import { transaction } from '@tablewright/core';
import { join } from '@tablewright/patterns/relationships';
import { RelatedDepartments, RelatedEmployees } from '../related.js';
import { grid, type Step } from '../step.js';

export const relationships: Step = {
  name: 'relationships',
  title: 'Departments and their employees',
  why: 'The service knows no relations. Declared ones work out the keys, so that what belongs to an entity is as few requests away as the keys allow.',
  listing: 'related.ts',
  acts: [
    {
      run: async ({ store, console }) => {
        const departments = new RelatedDepartments(store);
        const employees = departments.employees.repository;
        const research = { name: 'Research', location: 'Attic', employeeCount: 2 };
        const link = departments.employees.linkTo(research);
        const hired = new Date('2024-02-01');
        const salary = 4_000_000n;
        const ada = { id: 401, email: 'berga@contoso.com', firstName: 'Ada', lastName: 'Berg' };
        const ivo = { id: 402, email: 'dahli@contoso.com', firstName: 'Ivo', lastName: 'Dahl' };
        await transaction()
          .insert(departments, research)
          .insert(employees, { ...link, ...ada, hired, salary, grade: 'junior' })
          .insert(employees, { ...link, ...ivo, hired, salary, grade: 'lead' })
          .commit();

        const { one, many } = await departments.employees.family(research).read();
        const names = many.map(({ fullName }) => fullName);
        console.log(one?.location, names);
      },
      rows: grid({ partition: 'Research' }, 'fullName', 'location', 'employeeCount'),
      note: 'The department and its employees share a partition: one transaction wrote them, so that the count is right from the start, and one request read them together.',
    },
    {
      run: async ({ store, console }) => {
        const departments = new RelatedDepartments(store);
        const home = new RelatedEmployees(store).home.cached({ ttl: 60_000, size: 1_000 });
        const staff = join(departments.employees.of({ name: 'Research' }), { home });
        for (const { item, home } of await staff.all()) console.log(item.fullName, home?.location);
        await staff.all();
        console.log(home.stats());
      },
      rows: grid(''),
      note: 'A join in the client. The department was read once for both employees, and not again by the second run: three requests instead of six.',
    },
  ],
};
