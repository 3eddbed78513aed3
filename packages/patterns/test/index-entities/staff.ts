import { Bool, Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { IndexEntities } from '@tablewright/patterns/index-entities';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';

@Entity({ table: 'Staff' })
export class Person {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() lastName!: string;
  @Text() email?: string;
  @Text() city?: string;
  @Bool() active?: boolean;
}

/** One list a value, lists of some entities alone that are spread over rows, and an index beside them. */
export class Staff extends Repository(Person)
  .with(
    IndexEntities({
      byLastName: { row: 'lastname_{lastName}', column: 'EmployeeIDs' },
      activeByCity: { row: 'city_{city}', where: { active: true }, chunks: 3 },
    }),
  )
  .with(IntraPartitionIndex({ byEmail: { row: 'email_{email}', unique: true, project: [] } })) {}

export function person(id: number, more: Partial<Person> = {}): Person {
  return Object.assign(new Person(), { department: 'Sales', id, lastName: 'Jones' }, more);
}

export const idText = (id: number): string => String(id).padStart(6, '0');
