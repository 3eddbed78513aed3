import { grid, type Step } from '../step.js';
import { Trainees } from '../trainees.js';

export const family: Step = {
  name: 'family',
  title: 'A trainee and the reviews of each year',
  why: 'Reviews belong to a trainee, and are mostly read together with the person. Their keys begin with the key of that person, so they stand right behind it in the table: one range holds the family.',
  listing: 'trainees.ts',
  acts: [
    {
      run: async ({ store }) => {
        const trainees = new Trainees(store);
        await trainees.insertFamily(
          { department: 'Legal', id: 12, name: 'Ida Voss' },
          {
            reviews: [
              { year: 2012, rating: 4 },
              { year: 2013, rating: 5 },
            ],
          },
        );
        await trainees.insert({ department: 'Legal', id: 13, name: 'Tom Abara' });
      },
      rows: grid({ partition: 'Legal' }, 'type', 'name', 'rating'),
      note: 'Trainee and reviews came in one transaction. The reviews did not have to say whose they are: the trainee beside them does.',
    },
    {
      run: async ({ store, console }) => {
        const trainees = new Trainees(store);
        const { parent, reviews } = await trainees.family({ department: 'Legal', id: 12 });
        console.log(parent?.name, reviews.map(({ year, rating }) => `${year}: ${rating}`).join(', '));
      },
      rows: grid(''),
      note: 'One request for the whole family, each row an instance of its class. The next trainee is not among them, however alike the keys are.',
    },
    {
      run: async ({ store, console }) => {
        const trainees = new Trainees(store);
        const review = await trainees.reviews.getOrThrow({ department: 'Legal', id: 12, year: 2013 });
        await trainees.reviews.update(review, { rating: 3 });
        const range = trainees.query({ department: 'Legal' }).between({ id: 1 }, { id: 99 });
        console.log((await range.all()).map(({ name }) => name));
      },
      rows: grid({ partition: 'Legal' }, 'type', 'name', 'rating'),
      note: 'A review is an entity like any other: a point read, an update, an ETag. And a query for trainees finds trainees only, though reviews lie in its range.',
    },
    {
      run: async ({ store, console }) => {
        const trainees = new Trainees(store);
        console.log(await trainees.deleteFamily({ department: 'Legal', id: 12 }));
        for await (const { parent, reviews } of trainees.families({ department: 'Legal' })) {
          console.log(parent?.name, reviews.length);
        }
      },
      rows: grid({ partition: 'Legal' }, 'type', 'name', 'rating'),
      note: 'The family is read, and goes in one transaction by the versions that were read. What is left of the partition comes family by family, with one request for a thousand rows.',
    },
  ],
};
