import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';

@Entity({ table: 'Contoso' })
class Contact {
  static readonly key = key({ partition: 'contacts_{office}', row: 'contact_{id:06}' });
  @Text() office!: string;
  @Int32() id!: number;
  @Text() email!: string;
  @Text() name!: string;
}

export class Contacts extends Repository(Contact).with(
  InterPartitionIndex({
    byEmail: { partition: 'contacts', row: 'email_{email}', project: ['name'] },
  }),
) {}
