import { Entity, key, Repository, Text } from '@tablewright/core';
import { DataSeries, hoursOfDay } from '@tablewright/patterns/data-series';

@Entity({ table: 'Contoso' })
class MessageCounts {
  static readonly key = key({ partition: 'messages_{employee}', row: '{day}' });
  @Text() employee!: string;
  @Text() day!: string;
}

export class Messages extends Repository(MessageCounts).with(
  DataSeries({
    perHour: { slots: hoursOfDay(), type: 'int32', column: 'Count{slot}', missing: 0 },
  }),
) {}
