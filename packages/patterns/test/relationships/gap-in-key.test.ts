import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { HasMany } from '@tablewright/patterns/relationships';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

const storage = useStorage();

@Entity({ table: 'Rooms' })
class Room {
  static readonly key = key({ partition: '{site}', row: '{wing}_{floor:02}_{no:03}' });
  @Text() site!: string;
  @Text() wing!: string;
  @Int32() floor!: number;
  @Int32() no!: number;
}

/** The site is in both of its keys, and behind the number in one of them. */
@Entity({ table: 'Doors' })
class Door {
  static readonly key = key({ partition: '{site}', row: '{no:03}_{site}' });
  @Text() site!: string;
  @Int32() no!: number;
}

@Entity({ table: 'Floors' })
class Floor {
  static readonly key = key({ partition: '{site}', row: '{wing}_{floor:02}' });
  @Text() site!: string;
  @Text() wing!: string;
  @Int32() floor!: number;
}

class Floors extends Repository(Floor).with(
  HasMany({
    rooms: { of: Room, by: { floor: 'floor', wing: 'wing', site: 'site' } },
    sameFloor: { of: Room, by: { site: 'site', floor: 'floor' } },
    doors: { of: Door, by: { site: 'site' } },
  }),
) {}

const floor = { site: 'North', wing: 'a', floor: 2 };

it('a range that holds rows of others, too, is not read unless a scan is allowed', async () => {
  const floors = new Floors(storage.store(), { table: storage.emulator.uniqueName('Floors') });
  const { requests } = await storage.emulator.http.record(async () => {
    expect(() => floors.sameFloor.of(floor).explain()).toThrow(
      expect.objectContaining({ code: 'SCAN_REFUSED' }),
    );
    await expect(floors.sameFloor.ofMany([floor])).rejects.toMatchObject({ code: 'SCAN_REFUSED' });
  });
  expect(requests).toEqual([]);
  expect(floors.sameFloor.of(floor).scan('partition').explain().access).toBe('partition');
  expect(floors.rooms.of(floor).explain().access).toBe('range');
  expect(floors.doors.of(floor).explain().access).toBe('partition');
});
