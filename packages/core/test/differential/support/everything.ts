import {
  Binary,
  Bool,
  DateTime,
  Double,
  Entity,
  Enum,
  Guid,
  Int32,
  Int64,
  Json,
  key,
  Nested,
  Repository,
  Text,
  Ticks,
} from '@tablewright/core';

export enum Grade {
  Junior = 'junior',
  Senior = "s'enior",
}

export enum Level {
  Low = -1,
  Middle = 0,
  High = 2147483647,
}

export class Point {
  x!: number;
  label?: string;
  @Nested(() => Point) next?: Point;
}

/** One property of every kind. All are optional, so that rows with and without each column occur. */
@Entity({ table: 'Everything' })
export class Everything {
  static readonly key = key({ partition: '{group}', row: '{name}' });
  @Text() group!: string;
  @Text() name!: string;
  @Text() text?: string;
  @Int32() int32?: number;
  @Int64() int64?: bigint;
  @Double() double?: number;
  @Bool() bool?: boolean;
  @DateTime() dateTime?: Date;
  @Ticks() ticks?: bigint;
  @Guid() guid?: string;
  @Binary() binary?: Uint8Array;
  @Enum(Grade) grade?: Grade;
  @Enum(Level) level?: Level;
  @Json() json?: unknown;
  @Json(() => Point) point?: Point;
}

export class EverythingRepository extends Repository(Everything) {}

/** What an Everything holds beside its key. */
export type Values = Partial<Omit<Everything, 'group' | 'name'>>;

export function everything(group: string, name: string, values: Values): Everything {
  return Object.assign(new Everything(), { group, name }, values);
}

/** The values alone, for comparison: without the key and without what is absent. */
export function valuesOf(entity: Everything): Values {
  const { group: _group, name: _name, ...values } = entity;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
