import { type Query, Repository, type RepositoryClass, type View } from '@tablewright/core';
import { HasMany, HasOne, join, type Lookup, lookup } from '@tablewright/patterns/relationships';
import { expectTypeOf, it } from 'vitest';
import {
  type Badge,
  BadgeRepository,
  Contract,
  ContractRepository,
  Department,
  type DepartmentRepository,
  type Details,
  Employee,
  EmployeeRepository,
} from './company.js';

declare const departments: DepartmentRepository;
declare const employees: EmployeeRepository;
declare const badges: BadgeRepository;
declare const jones: Employee;
declare const sales: Department;

it('types of navigation', () => {
  const use = async () => {
    expectTypeOf(await employees.department.of(jones)).toEqualTypeOf<Department | undefined>();
    expectTypeOf(await employees.manager.of(jones)).toEqualTypeOf<Employee | undefined>();
    expectTypeOf(await employees.details.of(jones)).toEqualTypeOf<Details | undefined>();
    expectTypeOf(await employees.badge.of(jones)).toEqualTypeOf<Badge | undefined>();
    expectTypeOf(await employees.manager.ofMany([jones])).toEqualTypeOf<(Employee | undefined)[]>();
    expectTypeOf(employees.badge.keyOf(jones)).toEqualTypeOf<{ site: string; no: number } | undefined>();
    // What leads there will do: a view, or a plain object.
    await employees.manager.of({ department: 'Sales', managerId: 1 });
    const [view] = await employees.query({ department: 'Sales' }).select('managerId').all();
    await employees.manager.of(view!);
    const [bare] = await employees.query({ department: 'Sales' }).select('name').all();
    // @ts-expect-error the view does not have the property that leads there
    await employees.manager.of(bare!);
    // @ts-expect-error a department is no employee
    await employees.manager.of(sales);
    expectTypeOf(employees.department.linkTo({ name: 'Sales' })).toEqualTypeOf<{ department: string }>();
    // @ts-expect-error the key of the department is its name
    employees.department.linkTo({ title: 'Sales' });
    // @ts-expect-error a repository of another class
    employees.badge.using(departments);
    employees.badge.using(badges);

    const staff = departments.employees.of(sales);
    expectTypeOf(staff).toEqualTypeOf<Query<Employee, typeof Employee.key>>();
    staff.between({ id: 1 }, { id: 2 });
    departments.employees.of({ name: 'Sales' });
    // @ts-expect-error found by the name
    departments.employees.of({ location: 'Oslo' });
    expectTypeOf(await departments.employees.ofMany([sales])).toEqualTypeOf<Employee[][]>();
    expectTypeOf(departments.employees.linkTo(sales)).toEqualTypeOf<
      Pick<Employee, 'department' | 'departmentManager'>
    >();
    // The same relation, with all that it can do.
    expectTypeOf(departments.employees.using(employees)).toEqualTypeOf<typeof departments.employees>();
    await departments.employees.using(employees).family({ name: 'Sales' }).read();
    const family = await departments.employees.family({ name: 'Sales' }).read();
    expectTypeOf(family).toEqualTypeOf<{
      readonly one: Department | undefined;
      readonly many: Employee[];
    }>();
    // @ts-expect-error in another table
    departments.contracts.family({ name: 'Sales' });
    // @ts-expect-error no copies were declared
    await departments.contracts.refreshCopies({ name: 'Sales' });
    // @ts-expect-error the key of the department is its name
    await departments.employees.refreshCopies({ title: 'Sales' });
  };
  void use;
});

it('types of joins and lookups', () => {
  const use = async () => {
    const departmentOf = lookup(departments, (e: Employee) => ({ name: e.department }), { ttl: 1 });
    expectTypeOf(await departmentOf.of(jones)).toEqualTypeOf<View<Department> | undefined>();
    expectTypeOf((await departmentOf.get({ name: 'x' }))!.label).toEqualTypeOf<string>();
    // @ts-expect-error the key of the department is its name
    await departmentOf.get({ department: 'x' });
    // @ts-expect-error a part of the key is missing
    lookup(employees, (e: Employee) => ({ department: e.department }));
    // @ts-expect-error no such property
    lookup(departments, (e: Employee) => ({ name: e.nope }));
    // @ts-expect-error it may have no value
    lookup(employees, (e: Employee) => ({ department: e.department, id: e.managerId }));
    // @ts-expect-error no such option
    lookup(departments, (e: Employee) => ({ name: e.department }), { tll: 1 });
    const cached = await departmentOf.of(jones);
    // @ts-expect-error views are not written
    await departments.update(cached!, { location: 'x' });
    // @ts-expect-error read-only
    cached!.location = 'x';

    const rows = await join(departments.employees.of(sales), {
      department: departmentOf,
      manager: employees.manager,
      reports: employees.reports,
    }).all();
    expectTypeOf(rows[0]!.item).toEqualTypeOf<Employee>();
    expectTypeOf(rows[0]!.department).toEqualTypeOf<View<Department> | undefined>();
    expectTypeOf(rows[0]!.manager).toEqualTypeOf<Employee | undefined>();
    expectTypeOf(rows[0]!.reports).toEqualTypeOf<Employee[]>();
    join([jones], { department: departmentOf });
    // @ts-expect-error departments do not lead to departments
    join([sales], { department: departmentOf });
    // @ts-expect-error departments have no manager of this kind
    join(departments.query(), { manager: employees.manager });
    const badgeOf = employees.badge.cached();
    await badgeOf.preload(badges.query().scan('table'));
    // @ts-expect-error views lack what was not selected, and would be taken for whole entities
    await badgeOf.preload(badges.query().select('no').scan('table'));
    const bosses = employees.manager.cached();
    expectTypeOf(await bosses.of(jones)).toEqualTypeOf<View<Employee> | undefined>();
    const takesAny: Lookup<Employee, typeof Employee> = bosses;
    join([jones], { boss: bosses, same: takesAny });
    const bare = employees.query({ department: 'Sales' }).select('name');
    // @ts-expect-error the views do not have the property that leads there
    join(bare, { manager: employees.manager });
    // @ts-expect-error nor for a lookup
    join(bare, { manager: bosses });
    const [view] = await bare.all();
    // @ts-expect-error nor one by one
    await bosses.of(view!);
    // @ts-expect-error nor several
    await bosses.ofMany([view!]);
    join(employees.query({ department: 'Sales' }).select('managerId'), { manager: bosses });
    // @ts-expect-error the name of the items themselves
    join([jones], { item: departmentOf });
  };
  void use;
});

it('types of declarations', () => {
  const E = Repository(Employee);
  const D = Repository(Department);
  const declare = () => {
    // @ts-expect-error a part of the key is missing
    E.with(HasOne({ boss: { of: Employee, by: { department: 'department' } } }));
    // @ts-expect-error no part of the key
    E.with(HasOne({ boss: { of: Employee, by: { department: 'department', id: 'managerId', x: 'name' } } }));
    // @ts-expect-error no such property here
    E.with(HasOne({ boss: { of: Employee, by: { department: 'department', id: 'bossId' } } }));
    // @ts-expect-error of another type
    E.with(HasOne({ boss: { of: Employee, by: { department: 'department', id: 'name' } } }));
    // @ts-expect-error an employee has no site and no number: say what leads there
    E.with(HasOne({ badge: { of: BadgeRepository } }));
    // @ts-expect-error not text
    E.with(HasOne({ badge: { of: BadgeRepository, link: { partitionKey: 'name', rowKey: 'id' } } }));
    // @ts-expect-error no such property
    E.with(HasOne({ badge: { of: BadgeRepository, link: { partitionKey: 'name', rowKey: 'no' } } }));
    const link = { partitionKey: 'name', rowKey: 'name' } as const;
    // @ts-expect-error by or link
    E.with(HasOne({ a: { of: Employee, by: { department: 'department', id: 'id' }, link } }));
    // @ts-expect-error no such option
    E.with(HasOne({ boss: { of: Employee, on: { department: 'department', id: 'managerId' } } }));
    // @ts-expect-error not a class
    E.with(HasOne({ boss: { of: 'Employee', by: { department: 'department', id: 'managerId' } } }));
    // @ts-expect-error a member of every repository
    E.with(HasOne({ get: { of: Employee, by: { department: 'department', id: 'managerId' } } }));
    // @ts-expect-error the others have no such property
    D.with(HasMany({ staff: { of: EmployeeRepository, by: { dept: 'name' } } }));
    // @ts-expect-error no such property here
    D.with(HasMany({ staff: { of: EmployeeRepository, by: { department: 'title' } } }));
    // @ts-expect-error of another type
    D.with(HasMany({ staff: { of: EmployeeRepository, by: { id: 'name' } } }));
    // @ts-expect-error nothing leads there
    D.with(HasMany({ staff: { of: EmployeeRepository, by: {} } }));
    // @ts-expect-error the partition is not known
    D.with(HasMany({ staff: { of: EmployeeRepository, by: { name: 'manager' }, samePartition: true } }));
    // @ts-expect-error a copy of something else
    D.with(HasMany({ staff: { of: Employee, by: { department: 'name' }, copies: { name: 'headcount' } } }));
    // @ts-expect-error no such option
    D.with(HasMany({ staff: { of: EmployeeRepository, by: { department: 'name' }, copy: {} } }));
    D.with(HasMany({ a: { of: Employee, by: { department: 'name' } } }))
      // @ts-expect-error a relation of the same name
      .with(HasOne({ a: { of: Department, by: { name: 'name' } } }));
    // All forms of the other side.
    D.with(HasMany({ a: { of: Contract, by: { department: 'name' } } }));
    D.with(HasMany({ a: { of: () => ContractRepository, by: { department: 'name' } } }));
    const other = D.with(
      HasMany({
        a: { of: (store) => new ContractRepository(store, { table: 'Old' }), by: { department: 'name' } },
      }),
    );
    expectTypeOf<InstanceType<typeof other>['a']['repository']['get']>().toEqualTypeOf<
      InstanceType<RepositoryClass<typeof Contract>>['get']
    >();
    D.with(HasMany({ a: { of: departments.contracts.repository, by: { department: 'name' } } }));
  };
  void declare;
});
