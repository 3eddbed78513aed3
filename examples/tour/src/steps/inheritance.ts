import { Agent, Client, Family } from '../family.js';
import { grid, type Step } from '../step.js';

export const inheritance: Step = {
  name: 'inheritance',
  title: 'Agents and clients are people',
  why: 'Two subclasses of one class share a table and the form of their keys. One repository holds both: it reads each row as what it is, and writes each instance as its class says.',
  listing: 'family.ts',
  acts: [
    {
      run: async ({ store }) => {
        const people = new Family(store);
        const ada = Object.assign(new Agent(), { country: 'NO', id: 1, name: 'Ada', desk: 'D1' });
        const bo = Object.assign(new Client(), { country: 'NO', id: 2, name: 'Bo', orders: 3 });
        await people.transaction().insert(ada).insert(bo).commit();
      },
      rows: grid({ partition: 'NO' }, 'EntityType', 'name', 'desk', 'orders'),
      note: 'One transaction, three rows: the agent brings the row of its index along, the client has none. EntityType tells the classes apart.',
    },
    {
      run: async ({ store, console }) => {
        const people = new Family(store);
        for await (const person of people.query({ country: 'NO' }).between({ id: 1 }, { id: 9 })) {
          if (person instanceof Agent) console.log(person.name, 'at desk', person.desk);
          else console.log(person.name, 'with', person.orders, 'orders');
        }
      },
      rows: grid(''),
      note: 'One request for both classes. The query takes properties of Person, and instanceof narrows what it gives.',
    },
    {
      run: async ({ store, console }) => {
        const people = new Family(store);
        await people.update({ country: 'NO', id: 1 }, { name: 'Ada Lund' });
        console.log(await people.of(Agent).byDesk.get({ country: 'NO', desk: 'D1' }));
      },
      rows: grid({ partition: 'NO' }, 'EntityType', 'name', 'desk', 'orders'),
      note: 'A key does not tell the class, so the row is read first. It is an agent, so its index row changes with it. people.of(Agent) is the ordinary repository of that class.',
    },
    {
      run: async ({ store }) => {
        const people = new Family(store);
        await people.insert({ country: 'NO', id: 3, name: 'Cy', desk: 'D3' });
      },
      fails: 'OPTIONS_INVALID',
      rows: grid(''),
      note: 'A plain object could be an agent, or a client with a property too many. An instance tells, or people.of(Agent).',
    },
  ],
};
