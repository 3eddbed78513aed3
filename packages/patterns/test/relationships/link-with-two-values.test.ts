import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { HasOne } from '@tablewright/patterns/relationships';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

const storage = useStorage();

/** Both keys hold the site. */
@Entity({ table: 'Rooms' })
class Room {
  static readonly key = key({ partition: '{site}', row: 'room_{site}_{no:03}' });
  @Text() site!: string;
  @Int32() no!: number;
}

@Entity({ table: 'Guests' })
class Guest {
  static readonly key = key({ partition: 'guests', row: '{name}' });
  @Text() name!: string;
  @Text() roomPartition?: string;
  @Text() roomRow?: string;
}

class Guests extends Repository(Guest).with(
  HasOne({ room: { of: Room, link: { partitionKey: 'roomPartition', rowKey: 'roomRow' } } }),
) {}

it('a link whose keys name two different sites leads to neither', async () => {
  const guests = new Guests(storage.store(), { table: storage.emulator.uniqueName('Guests') });
  await guests.room.repository.insert({ site: 'South', no: 1 });
  const link = guests.room.linkTo({ site: 'South', no: 1 });
  expect(await guests.room.of(link)).toMatchObject({ site: 'South', no: 1 });
  const { requests } = await storage.emulator.http.record(() =>
    expect(guests.room.of({ ...link, roomPartition: 'North' })).rejects.toMatchObject({
      code: 'KEY_MISMATCH',
      details: { variable: 'site' },
    }),
  );
  expect(requests).toEqual([]);
});
