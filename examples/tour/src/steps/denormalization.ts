import { transaction } from '@tablewright/core';
import { Caretakers, Rooms } from '../rooms.js';
import { grid, type Step } from '../step.js';

const columns = ['name', 'caretakerId', 'caretaker'] as const;

export const denormalization: Step = {
  name: 'denormalization',
  title: 'Copies that never differ from their source',
  why: 'A list of rooms shows who looks after each of them. The name is on the room, so that nothing else has to be read, and it changes in the transaction that changes the caretaker.',
  listing: 'rooms.ts',
  acts: [
    {
      run: async ({ store }) => {
        const [caretakers, rooms] = [new Caretakers(store), new Rooms(store)];
        await transaction()
          .insert(caretakers, { house: 'Oslo', id: 1, name: 'Ida Berg' })
          .insert(rooms, { house: 'Oslo', no: 101, caretakerId: 1 })
          .insert(rooms, { house: 'Oslo', no: 102, caretakerId: 1 })
          .commit();
      },
      rows: grid({ partition: 'rooms_Oslo' }, ...columns),
      note: 'Both sides come at once: the rooms copy what the same transaction writes. One request.',
    },
    {
      run: async ({ store, console }) => {
        const [caretakers, rooms] = [new Caretakers(store), new Rooms(store)];
        const ida = await caretakers.getOrThrow({ house: 'Oslo', id: 1 });
        await caretakers.update(ida, { name: 'Ida Moe' });
        console.log((await rooms.getOrThrow({ house: 'Oslo', no: 102 })).caretaker);
      },
      rows: grid({ partition: 'rooms_Oslo' }, ...columns),
      note: 'Another name: the rooms are looked up, and change with it. Each is written under its ETag.',
    },
    {
      run: async ({ store }) => {
        await new Rooms(store).insert({ house: 'Oslo', no: 103, caretakerId: 9 });
      },
      fails: 'SOURCE_NOT_FOUND',
      rows: grid(''),
      note: 'Nobody refers to one who is not there: it is read, and nothing is written.',
    },
    {
      run: async ({ store }) => {
        await new Caretakers(store).delete({ house: 'Oslo', id: 1 }, { force: true });
      },
      fails: 'STILL_REFERRED_TO',
      rows: grid({ partition: 'rooms_Oslo' }, ...columns),
      note: 'And nobody goes while rooms refer to him, unless the declaration says that this clears them.',
    },
  ],
};
