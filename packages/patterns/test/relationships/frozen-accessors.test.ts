import { Entity, Int32, Json, key, Repository, Text } from '@tablewright/core';
import { lookup } from '@tablewright/patterns/relationships';
import { expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

const storage = useStorage();

@Entity({ table: 'Teams' })
class Team {
  static readonly key = key({ partition: 'teams', row: '{id:03}' });
  @Int32() accessor id!: number;
  @Text() accessor name: string | undefined;
  @Json() accessor phones: string[] | undefined;
  get label(): string {
    return `${this.id} ${this.name}`;
  }
}

it('what a lookup gives cannot be changed where it is kept in accessors either', async () => {
  const teams = new (Repository(Team))(storage.store(), { table: storage.emulator.uniqueName('Teams') });
  await teams.insert(Object.assign(new Team(), { id: 1, name: 'Red', phones: ['1'] }));
  const read = lookup(teams, (item: { id: number }) => item);
  const preloaded = lookup(teams, (item: { id: number }) => item);
  await preloaded.preload(teams.query().scan('partition'));
  for (const teamOf of [read, preloaded]) {
    const team = (await teamOf.get({ id: 1 })) as unknown as Team;
    expect(() => {
      team.name = 'Blue';
    }).toThrow(TypeError);
    expect(() => team.phones?.push('2')).toThrow(TypeError);
    expect(await teamOf.get({ id: 1 })).toMatchObject({ name: 'Red', phones: ['1'], label: '1 Red' });
    expect(team).toBeInstanceOf(Team);
  }
});
