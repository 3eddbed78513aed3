import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { denormalize } from '@tablewright/patterns/denormalization';

@Entity({ table: 'Contoso' })
class Caretaker {
  static readonly key = key({ partition: 'rooms_{house}', row: 'caretaker_{id:03}' });
  @Text() house!: string;
  @Int32() id!: number;
  @Text() name!: string;
  @Text() shift?: string;
}

@Entity({ table: 'Contoso' })
class Room {
  static readonly key = key({ partition: 'rooms_{house}', row: 'room_{no:03}' });
  @Text() house!: string;
  @Int32() no!: number;
  @Int32() caretakerId?: number;
  @Text() caretaker?: string;
}

const caretaker = denormalize(Caretaker, Room, {
  name: 'caretaker',
  link: { id: 'caretakerId' },
  copy: { caretaker: 'name' },
});

export class Caretakers extends Repository(Caretaker).with(caretaker.source) {}
export class Rooms extends Repository(Room).with(caretaker.copies) {}
