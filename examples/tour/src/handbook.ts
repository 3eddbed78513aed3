import { Entity, Int32, key, Repository, Text } from '@tablewright/core';
import { WideEntity } from '@tablewright/patterns/wide-entity';

@Entity({ table: 'Contoso' })
export class Handbook {
  static readonly key = key({ partition: '{department}', row: 'handbook_{year:04}' });
  @Text() department!: string;
  @Int32() year!: number;
  @Text() title!: string;
  @Text() a?: string; // chapters, 64 KiB each
  @Text() b?: string;
  @Text() c?: string;
  @Text() d?: string;
  @Text() e?: string;
  @Text() f?: string;
  @Text() g?: string;
  @Text() h?: string;
  @Text() i?: string;
  @Text() j?: string;
  @Text() k?: string;
  @Text() l?: string;
  @Text() m?: string;
  @Text() n?: string;
  @Text() o?: string;
  @Text() p?: string;
  @Text() q?: string;
  @Text() r?: string;
}

export class Handbooks extends Repository(Handbook).with(WideEntity({ first: ['title'] })) {}
