import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { Summary } from '@tablewright/patterns/summary';

@Entity({ table: 'Contoso' })
class Desk {
  static readonly key = key({ partition: 'desks_{office}', row: 'desk_{id:04}' });
  @Text() office!: string;
  @Int32() id!: number;
  @Int32() price!: number;
  @Text() note?: string;
}

export class Desks extends Repository(Desk).with(
  Summary({ inventory: { row: 'summary', count: 'DeskCount', sum: ['price'] } }),
) {}
