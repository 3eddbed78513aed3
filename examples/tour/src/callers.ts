import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { IndexEntities } from '@tablewright/patterns/index-entities';

@Entity({ table: 'Contoso' })
class Caller {
  static readonly key = key({ partition: 'callers_{office}', row: 'caller_{id:06}' });
  @Text() office!: string;
  @Int32() id!: number;
  @Text() lastName!: string;
}

export class Callers extends Repository(Caller).with(
  IndexEntities({ byLastName: { row: 'lastname_{lastName}', column: 'CallerIDs' } }),
) {}
