import { grid, record, type Step } from '../step.js';

export const insert: Step = {
  name: 'insert',
  title: 'Insert',
  why: 'A table is created by the first write that needs it, so there is no set-up to forget, and no check for it on the thousand writes that follow.',
  acts: [
    {
      run: async ({ departments }) => {
        await departments.insert({ name: 'Sales', location: 'Building 4', employeeCount: 2 });
      },
      rows: grid('', 'location', 'employeeCount'),
      note: 'There was no table: the service answered 404, so the store created it and sent the insert again. These two extra requests happen once in the life of a table.',
    },
    {
      run: async ({ employees }) => {
        await employees.insert({
          department: 'Sales',
          id: 223,
          email: 'jonesj@contoso.com',
          firstName: 'Jill',
          lastName: 'Jones',
          age: 34,
          hired: new Date('2014-03-01'),
          grade: 'junior',
          salary: 5_400_000n,
          address: { street: '12 Mill Lane', city: 'Leeds' },
        });
      },
      rows: record('empid_000223'),
      note: 'One request. The row is plain: your names, the declared Edm types, no column that you did not ask for. The getter fullName is stored too, for others to read.',
    },
    {
      run: async ({ employees }) => {
        await employees.insert({
          department: 'Sales',
          id: 224,
          email: 'haddado@contoso.com',
          firstName: 'Omar',
          lastName: 'Haddad',
          hired: new Date('2016-09-12'),
          grade: 'senior',
          salary: 7_150_000n,
        });
      },
      rows: grid('empid_', 'fullName', 'age', 'grade', 'salary'),
      note: 'An optional property without a value (age) is simply no column.',
    },
  ],
};
