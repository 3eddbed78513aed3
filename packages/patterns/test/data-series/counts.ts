import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import {
  DataSeries,
  daysOfMonth,
  hoursOfDay,
  minutesOfDay,
  slots,
  wholeNumbers,
} from '@tablewright/patterns/data-series';

/** The guide's own: nothing but its key and a number for each hour. */
@Entity({ table: 'MessageCounts' })
export class MessageCounts {
  static readonly key = key({ partition: '{employee}', row: 'day_{day}' });
  @Text() employee!: string;
  @Text() day!: string;
}

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
export const weekdays = slots({
  count: 7,
  of: (day: Weekday) => WEEKDAYS.indexOf(day),
  at: (n) => WEEKDAYS[n]!,
});

export class Counts extends Repository(MessageCounts).with(
  DataSeries({
    perHour: { slots: hoursOfDay(), type: 'int32', column: 'Count{slot}', missing: 0 },
    bytes: { slots: daysOfMonth(), type: 'int64', column: 'Bytes{slot}' },
    load: { slots: weekdays, type: 'double', column: 'Load{slot}Avg' },
  }),
) {}

/** A series of eight rows, and a short one beside it. */
export class Minutes extends Repository(MessageCounts).with(
  DataSeries({
    perMinute: { slots: minutesOfDay(), type: 'int32', column: 'Min{slot}', missing: 0 },
    perHour: { slots: hoursOfDay(), type: 'int64', column: 'Count{slot}' },
  }),
) {}

/** An entity that has more than its series, of several rows of four slots each. */
@Entity({ table: 'Sensors', discriminator: 'Kind', version: 2, upgrade: { 1: (columns) => columns } })
export class Sensor {
  static readonly key = key({ partition: '{site}', row: 'sensor_{id:03}' });
  @Text() site!: string;
  @Int32() id!: number;
  @Text() name?: string;
  @Int32() floor?: number;
}

export class Sensors extends Repository(Sensor).with(
  DataSeries({
    readings: { slots: wholeNumbers(0, 9), type: 'int64', column: 'R{slot}', perRow: 4 },
    alarms: { slots: wholeNumbers(1, 3), type: 'int32', column: 'Alarm{slot}', missing: 0 },
  }),
) {}

export const day = { employee: '42', day: '2014-07-31' };
