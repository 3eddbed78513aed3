import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { CompoundKey } from '@tablewright/patterns/compound-key';

const discriminator = 'type';

@Entity({ table: 'Contoso', discriminator })
export class Trainee {
  static readonly key = key({ partition: '{department}', row: 'trainee_{id:04}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() name!: string;
}

@Entity({ table: 'Contoso', discriminator })
export class Review {
  static readonly key = key({ partition: '{department}', row: 'trainee_{id:04}_{year:04}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Int32() year!: number;
  @Int32() rating!: number;
}

export class Trainees extends Repository(Trainee).with(CompoundKey({ reviews: Review })) {}
