import {
  Bool,
  DateTime,
  Double,
  Entity,
  type EntityClass,
  Enum,
  Guid,
  Int32,
  Int64,
  Json,
  key,
  modelOf,
  Text,
  Ticks,
} from '@tablewright/core';
import { EntityCodec } from '../../../src/codec/index.js';

/** One of each kind of property, as plain data. */
export interface ThingValues {
  area: string;
  name: string;
  number: number;
  at: Date;
  ratio: number;
  code: string;
  note?: string;
  count?: number;
  big?: bigint;
  open?: boolean;
  level?: number;
  weight?: number;
  seen?: Date;
  fine?: bigint;
  owner?: string;
  state?: 'new' | 'old';
  remark?: string | null;
  label?: string;
  tags?: string[];
}

/** Stored from the end to the beginning: neither order nor beginnings survive. */
export const reversed = {
  to: (value: string) => [...value].reverse().join(''),
  from: (stored: string) => [...stored].reverse().join(''),
};

/** The same properties under any key. */
export function thingCodec(partition: string, row: string): EntityCodec {
  @Entity({ table: 'Things' })
  class Thing {
    static readonly key = key({ partition, row });
    @Text() area!: string;
    @Text() name!: string;
    @Int32() number!: number;
    @DateTime() at!: Date;
    @Double() ratio!: number;
    @Guid() code!: string;
    @Text() note?: string;
    @Int32() count?: number;
    @Int64() big?: bigint;
    @Bool({ name: 'is_open' }) open?: boolean;
    @Int32({ default: 3 }) level?: number;
    @Double() weight?: number;
    @DateTime() seen?: Date;
    @Ticks() fine?: bigint;
    @Guid() owner?: string;
    @Enum(['new', 'old']) state?: 'new' | 'old';
    @Text({ nullable: true }) remark?: string | null;
    @Text({ convert: reversed }) label?: string;
    @Json() tags?: string[];
  }
  return new EntityCodec(modelOf(Thing as EntityClass<Thing>)) as EntityCodec;
}
