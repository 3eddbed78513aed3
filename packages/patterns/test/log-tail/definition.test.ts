import { DateTime, Entity, Guid, Int32, Int64, Repository, Text, Ticks } from '@tablewright/core';
import { LogTail } from '@tablewright/patterns/log-tail';
import { describe, expect, it } from 'vitest';
import { Expenses, Readings } from '../support/expense.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();

@Entity({ table: 'T' })
class Loose {
  static key = { partition: '{log}', row: '{at:desc}_{id}' };
  @Text() log!: string;
  @DateTime() at!: Date;
  @Ticks() tick!: bigint;
  @Int64() big!: bigint;
  @Text() id!: string;
  @Guid() guid!: string;
  @Int32() no!: number;
  @Text({ convert: { to: (text: string) => text, from: (text: string) => text } }) converted!: string;
}
/** For callers whose compiler saw nothing. */
function define(row: string, options: unknown, partition?: string): unknown {
  class Log extends Loose {
    static override key = { partition: partition ?? '{log}', row };
  }
  return Repository(Log as never).with(LogTail(options as never) as never);
}

describe('what cannot work is refused, with what to write instead', () => {
  it.each<readonly [string, string, unknown, RegExp]>([
    ['no options', '{at:desc}_{id}', undefined, /say which property is the time/],
    ['an unknown option', '{at:desc}_{id}', { at: 'at', ties: 'id' }, /'ties' is not an option of a log/],
    ['no time', '{at:desc}_{id}', {}, /at is the name of the property/],
    ['an unknown time', '{at:desc}_{id}', { at: 'when' }, /at names 'when', which is not a mapped property/],
    ['a time that is none', '{big}_{id}', { at: 'big' }, /Declare it with @DateTime\(\) or @Ticks\(\)/],
    ['the oldest first', '{at}_{id}', { at: 'at', tie: 'id' }, /Write {at:desc} into the row template/],
    ['the time nowhere', '{id}', { at: 'at', tie: 'id' }, /Write {at:desc} into the row template/],
    [
      'no tie',
      '{at:desc}',
      { at: 'at' },
      /two entries of one millisecond would share a key.*'{at:desc}_{id}'/,
    ],
    ['a tie of another type', '{at:desc}', { at: 'at', tie: 5 }, /tie is the name of the property/],
    ['a tie that is no text', '{at:desc}_{no:04}', { at: 'at', tie: 'no' }, /Use a @Text\(\) or @Guid\(\)/],
    ['a tie in front', '{id}_{at:desc}', { at: 'at', tie: 'id' }, /write {id} behind the time/],
    ['a tie nowhere', '{at:desc}_{guid}', { at: 'at', tie: 'id' }, /write {id} behind the time/],
    ['a converter', '{at:desc}_{converted}', { at: 'at', tie: 'converted' }, /'converted' has a converter/],
  ])('%s', (_, row, options, message) => {
    const defining = () => define(row, options);
    expect(defining).toThrow(message);
    expect(defining).toThrow(expect.objectContaining({ code: 'DEFINITION_INVALID' }));
  });

  it('the time in the partition key', () => {
    expect(() => define('{at:desc}_{id}', { at: 'at', tie: 'id' }, '{log}_{at}')).toThrow(
      /'at' is in the partition key/,
    );
  });

  it('two logs on one repository', () => {
    expect(() => Expenses.with(LogTail({ at: 'submitted', tie: 'id' } as never) as never)).toThrow(
      /a repository has a member called 'append' already/,
    );
  });
});

it.each([
  ['{at:desc}_{guid}', { at: 'at', tie: 'guid' }],
  ['{at:desc}_{no:04}', { at: 'at' }],
  ['{tick:desc}', { at: 'tick' }],
  ['{tick:desc}_{id}', { at: 'tick', tie: 'id' }],
  ['x_{no:04}_{at:desc}_{guid}_{id}', { at: 'at', tie: 'id' }],
])('fine: %s', (row, options) => {
  expect(define(row, options)).toBeTypeOf('function');
});

it('other values behind the time break ties as well', async () => {
  class Numbered extends Loose {
    static override key = { partition: '{log}', row: '{at:desc}_{no:04}' };
  }
  const Log = Repository(Numbered as never).with(
    LogTail({ at: 'at' } as never) as never,
  ) as unknown as typeof Expenses;
  const log = new Log(storage.store(), { table: storage.emulator.uniqueName('Numbered') });
  const submitted = { log: 'l', at: new Date(0) };
  await log.append({ ...submitted, no: 1 } as never);
  await log.append({ ...submitted, no: 2 } as never);
  await expect(log.append({ ...submitted, no: 2, id: 'other' } as never)).rejects.toMatchObject({
    code: 'ENTITY_EXISTS',
  });
  expect(await log.latest({ log: 'l' } as never, 10).count()).toBe(2);
});

it.each([Expenses, Readings])('Cosmos DB is refused, with the reason', (Log) => {
  const store = storage.store({ profile: 'cosmos' });
  expect(() => new Log(store)).toThrow(/LogTail: Cosmos DB does not return rows in the order of their keys/);
  expect(() => new Log(store)).toThrow(
    expect.objectContaining({
      code: 'DEFINITION_INVALID',
      details: { entity: Log.entity.name, rule: 'PATTERN_UNSUPPORTED' },
    }),
  );
});
