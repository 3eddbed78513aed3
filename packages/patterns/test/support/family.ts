import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { CompoundKey } from '@tablewright/patterns/compound-key';

const discriminator = 'EntityType';

@Entity({ table: 'Staff', discriminator })
export class Employee {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() name?: string;
}

@Entity({ table: 'Staff', type: 'review', discriminator })
export class Review {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}_{year:04}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Int32() year!: number;
  @Int32() rating?: number;
}

/** No table of its own: it is in that of its parent. */
@Entity({ discriminator })
export class Badge {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}_badge_{code}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() code!: string;
  @Text() door?: string;
}

export class EmployeeRepository extends Repository(Employee).with(
  CompoundKey({ reviews: Review, badges: Badge }),
) {}

export const sales = { department: 'Sales' };

/** A family as plain data. */
export function plain(family: object): unknown {
  return JSON.parse(JSON.stringify(family));
}
