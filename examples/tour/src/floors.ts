import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { summarizeOnParent } from '@tablewright/patterns/summary';

@Entity({ table: 'Contoso' })
class Floor {
  static readonly key = key({ partition: 'seats_{house}', row: 'floor_{level:02}' });
  @Text() house!: string;
  @Int32() level!: number;
  @Text() colour?: string;
  @Int32({ name: 'SeatCount' }) seats?: number;
}

@Entity({ table: 'Contoso' })
class Seat {
  static readonly key = key({ partition: 'seats_{house}', row: 'seat_{id:04}' });
  @Text() house!: string;
  @Int32() id!: number;
  @Int32() level?: number;
}

const seating = summarizeOnParent(Seat, Floor, {
  name: 'seating',
  by: { house: 'house', level: 'level' },
  count: 'seats',
});

export class Floors extends Repository(Floor).with(seating.parent) {}
export class Seats extends Repository(Seat).with(seating.children) {}
