import { DateTime, Double, Entity, key, Repository, Text } from '@tablewright/core';
import { LogTail } from '@tablewright/patterns/log-tail';

@Entity({ table: 'Contoso' })
export class Expense {
  static readonly key = key({ partition: 'expenses_{employee}', row: '{submitted:desc}_{id}' });
  @Text() employee!: string;
  @DateTime() submitted!: Date;
  @Text() id!: string;
  @Double() amount!: number;
  @Text() purpose?: string;
}

export class Expenses extends Repository(Expense).with(
  // An entry without a time gets that of the store; one without an id gets a new one.
  LogTail({ at: 'submitted', tie: 'id' }),
) {}
