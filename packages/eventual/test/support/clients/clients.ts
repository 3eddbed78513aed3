import { Bool, Entity, Int32, Json, key, Repository, Text } from '@tablewright/core';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';

@Entity({ table: 'Clients' })
export class Client {
  static readonly key = key({ partition: '{region}', row: 'client_{id:04}' });
  @Text() region!: string;
  @Int32() id!: number;
  @Text() email!: string;
  @Text() city?: string;
  @Int32() visits?: number;
  @Bool() active?: boolean;
  @Json() tags?: string[];
}

/** The entities' own table and another one; one partition and many; several values; only some entities. */
export class Clients extends Repository(Client).with(
  InterPartitionIndex({
    byEmail: { partition: 'emails', row: 'email_{email}', project: ['visits'] },
    byCity: { partition: 'city_{city}', row: 'city_{email}' },
    byTag: {
      table: 'Index',
      partition: 'tags_{region}',
      row: 'tag_{tags}',
      each: { tags: 'text' },
      project: ['email'],
    },
    byTeam: { table: 'Index', partition: 'team_{city}', row: 'team', where: { active: true }, project: [] },
  }),
) {}

export const INDEXES = ['byEmail', 'byCity', 'byTag', 'byTeam'] as const;
