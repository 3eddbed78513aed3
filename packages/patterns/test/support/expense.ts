import { DateTime, Double, Entity, Guid, key, Repository, Text, Ticks } from '@tablewright/core';
import { LogTail } from '@tablewright/patterns/log-tail';

/** The log of the guide: the expenses of an employee, the newest first. */
@Entity({ table: 'Expenses' })
export class Expense {
  static readonly key = key({ partition: '{employee}', row: '{submitted:desc}_{id}' });
  @Text() employee!: string;
  @DateTime() submitted!: Date;
  @Text() id!: string;
  @Double() amount?: number;
  @Text() note?: string;
}
export class Expenses extends Repository(Expense).with(LogTail({ at: 'submitted', tie: 'id' })) {}

/** Row keys as the guide has them: inverted ticks and nothing else. */
@Entity({ table: 'Readings' })
export class Reading {
  static readonly key = key({ partition: '{sensor}', row: '{at:desc}' });
  @Text() sensor!: string;
  @Ticks() at!: bigint;
  @Double() value?: number;
}
export class Readings extends Repository(Reading).with(LogTail({ at: 'at' })) {}

/** Several logs in one partition, with ticks and Guids. */
@Entity({ table: 'Events' })
export class LogEvent {
  static readonly key = key({ partition: '{app}', row: 'log_{level}_{at:desc}_{id}' });
  @Text() app!: string;
  @Text() level!: string;
  @Ticks() at!: bigint;
  @Guid() id!: string;
  @Text() text?: string;
}
export class LogEvents extends Repository(LogEvent).with(LogTail({ at: 'at', tie: 'id' })) {}
