import { grid, type Step } from '../step.js';

export const query: Step = {
  name: 'query',
  title: 'Ask by key',
  why: 'Rows lie in the order of their keys. What a query says about the key becomes a range of it, and the service reads nothing else.',
  acts: [
    {
      run: async ({ employees, console }) => {
        const factory = employees.query({ department: 'Factory' });
        for await (const person of factory.between({ id: 98 }, { id: 101 })) console.log(person.email);
      },
      rows: grid(''),
      note: 'Four rows were asked for, and four were read: the key template turns ids into a range of row keys.',
    },
    {
      run: async ({ employees, console }) => {
        const some = employees
          .query({ department: 'Factory' })
          .between({ id: 1 }, { id: 60 })
          .where({ age: { ge: 62 }, grade: 'junior' })
          .select('age');
        console.log(await some.all());
      },
      rows: grid(''),
      note: 'Other conditions go along in the filter, so that only matches travel. With select() only the columns that are wanted do; the results are views, which no write accepts.',
    },
    {
      run: async ({ employees, console }) => {
        const factory = employees.query({ department: 'Factory' }).between({ id: 101 }, { id: 180 });
        const first = await factory.page({ size: 50 });
        const rest = await factory.page({ size: 50, token: first.token });
        console.log(first.items.length, typeof first.token);
        console.log(rest.items.length, typeof rest.token, rest.items[0]?.id);
      },
      rows: grid(''),
      note: 'The token is plain text that is safe in a URL, so that the next page may be asked for tomorrow, by another process. It fits only this query on this table.',
    },
  ],
};
