import { Entity, Int32, key, type Pattern, Repository, Text } from '@tablewright/core';
import { byEmail, byTeam, headCount, leaderName, teamList } from './patterns.js';

@Entity({ table: 'People' })
export class Person {
  static readonly key = key({ partition: '{office}', row: 'person_{id:06}' });
  @Text() office!: string;
  @Int32() id!: number;
  @Text() email?: string;
  @Text() team?: string;
  @Int32() leader?: number;
  @Text() leaderEmail?: string;
}

export class Plain extends Repository(Person) {}

/** Everything at once. */
export class People extends Repository(Person)
  .with(byEmail())
  .with(byTeam())
  .with(headCount())
  .with(teamList())
  .with(leaderName()) {}

export function peopleWith(pattern: Pattern) {
  return Repository(Person).with(pattern as never);
}

export function person(id: number, more: Partial<Person> = {}): Person {
  return Object.assign(new Person(), { office: 'Bonn', id, email: `p${id}@contoso.com` }, more);
}
