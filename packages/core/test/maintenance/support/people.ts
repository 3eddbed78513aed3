import {
  Entity,
  type EntityRepository,
  Int32,
  isTablewrightError,
  key,
  type Pattern,
  Repository,
  type TableStore,
  Text,
} from '@tablewright/core';
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

export type PeopleRepository = EntityRepository<typeof Person>;

/** A repository of people with these patterns. */
export function open(store: TableStore, table: string, ...patterns: readonly Pattern[]): PeopleRepository {
  let Class: ReturnType<typeof Repository<typeof Person>> = Repository(Person);
  for (const pattern of patterns) Class = Class.with(pattern as never);
  return new Class(store, { table });
}

/** What a writer meets who does not look first: the person is there, is not there, or another has the address. */
export function hasPerson(error: unknown): boolean {
  const usual = ['ENTITY_EXISTS', 'ENTITY_NOT_FOUND', 'UNIQUE_VIOLATION', 'ENTITY_CHANGED'];
  return isTablewrightError(error) && usual.includes(error.code);
}

export function person(id: number, more: Partial<Person> = {}): Person {
  return Object.assign(new Person(), { office: 'Bonn', id, email: `p${id}@contoso.com` }, more);
}
