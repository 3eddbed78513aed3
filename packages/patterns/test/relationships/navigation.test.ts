import { beforeEach, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { DepartmentRepository, EmployeeRepository } from './company.js';

const storage = useStorage();
let departments: DepartmentRepository;
let employees: EmployeeRepository;
beforeEach(async () => {
  const store = storage.store();
  const table = storage.emulator.uniqueName('Company');
  departments = new DepartmentRepository(store, { table });
  employees = new EmployeeRepository(store, { table });
});

it('smoke', async () => {
  const sales = await departments.insert({ name: 'Sales', location: 'Oslo', manager: 'Jo' });
  await employees.insert({ id: 1, name: 'Ann', ...departments.employees.linkTo(sales) });
  await employees.insert({ id: 2, name: 'Bob', managerId: 1, ...departments.employees.linkTo(sales) });
  const { result, requests } = await storage.emulator.http.record(() =>
    departments.employees.of(sales).all(),
  );
  console.log(result, requests.length);
  const bob = result[1]!;
  console.log(await employees.manager.of(bob), await employees.department.of(bob));
  console.log(
    await departments.employees.family(sales).read(),
    departments.employees.family(sales).explain(),
  );
  expect(departments.employees.repository.context.table).toBe(departments.context.table);
});
