import { transaction } from '@tablewright/core';
import { Floors, Seats } from '../floors.js';
import { grid, type Step } from '../step.js';

export const summaryOnParent: Step = {
  name: 'summary-on-parent',
  title: 'A count on the parent itself',
  why: 'Who reads a floor should know how many seats it has, without another read. So the count is a column of the floor: seats change it in their own transaction, and editors of the floor cannot.',
  listing: 'floors.ts',
  acts: [
    {
      run: async ({ store }) => {
        const [floors, seats] = [new Floors(store), new Seats(store)];
        await floors.insert({ house: 'A', level: 2, colour: 'red' });
        await transaction()
          .insert(floors, { house: 'A', level: 1, colour: 'blue' })
          .insert(seats, { house: 'A', id: 1, level: 1 })
          .insert(seats, { house: 'A', id: 2, level: 1 })
          .commit();
      },
      rows: grid({ partition: 'seats_A' }, 'colour', 'SeatCount', 'level'),
      note: 'A floor and its first seats come together: nothing has to be read, and the floor has its count at once.',
    },
    {
      run: async ({ store }) => {
        await new Seats(store).update({ house: 'A', id: 2 }, { level: 2 });
      },
      rows: grid({ partition: 'seats_A' }, 'colour', 'SeatCount', 'level'),
      note: 'The seat and both floors are read, and change in one transaction.',
    },
    {
      run: async ({ store }) => {
        await new Floors(store).replace(
          { house: 'A', level: 1, colour: 'green', seats: 99 },
          { force: true },
        );
      },
      rows: grid({ partition: 'seats_A', prefix: 'floor_' }, 'colour', 'SeatCount'),
      note: 'A forced replacement takes the colour, and not the count.',
    },
    {
      run: async ({ store }) => {
        await new Floors(store).delete({ house: 'A', level: 1 }, { force: true });
      },
      fails: 'PARENT_IN_USE',
      rows: grid({ partition: 'seats_A', prefix: 'floor_' }, 'colour', 'SeatCount'),
    },
    {
      run: async ({ store }) => {
        await new Seats(store).insert({ house: 'A', id: 3, level: 7 });
      },
      fails: 'PARENT_MISSING',
      rows: grid({ partition: 'seats_A', prefix: 'seat_' }, 'level'),
    },
  ],
};
