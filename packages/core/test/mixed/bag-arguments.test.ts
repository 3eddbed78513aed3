import { isTablewrightError, PropertyBag, PropertyBags, SYSTEM_PREFIX } from '@tablewright/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
let bags: PropertyBags;

beforeAll(() => {
  bags = new PropertyBags(storage.store(), { table: storage.emulator.uniqueName('Bags') });
});

const any = (value: unknown) => value as never;
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

/** The code of what a call throws or rejects with; nothing may have been sent. */
async function codeOf(run: () => unknown): Promise<string> {
  const from = storage.emulator.http.requests.length;
  try {
    await run();
  } catch (error) {
    expect(storage.emulator.http.requests.length).toBe(from);
    if (isTablewrightError(error)) return error.code;
    throw error;
  }
  return 'accepted';
}

describe('values', () => {
  const bag = () => new PropertyBag('p', 'r').set('text', 'a').set('int', 1, 'Edm.Int32');

  it.each([
    ['a number without a type', 'n', 5, undefined],
    ['undefined', 'n', undefined, undefined],
    ['null', 'n', null, undefined],
    ['an object', 'n', {}, undefined],
    ['an array', 'n', [1], undefined],
    ['a function', 'n', () => 1, undefined],
    ['a symbol', 'n', Symbol('s'), undefined],
    ['an invalid Date', 'n', new Date(Number.NaN), undefined],
    ['a Date out of range', 'n', new Date(-1e15), undefined],
    ['a number for text', 'text', 5, undefined],
    ['text for a number', 'int', '5', undefined],
    ['a fraction for an Int32', 'int', 1.5, undefined],
    ['NaN for an Int32', 'int', Number.NaN, undefined],
    ['2^31 for an Int32', 'int', 2 ** 31, undefined],
    ['2^63 for an Int64', 'n', 2n ** 63n, undefined],
    ['a number for an Int64', 'n', 5, 'Edm.Int64'],
    ['text for a Double', 'n', '5', 'Edm.Double'],
    ['no Guid', 'n', 'x', 'Edm.Guid'],
    ['no time', 'n', 'yesterday', 'Edm.DateTime'],
    ['a 30th of February', 'n', '2014-02-30T00:00:00Z', 'Edm.DateTime'],
    ['a time with an offset', 'n', '2014-02-20T00:00:00+01:00', 'Edm.DateTime'],
    ['a time of the year 1', 'n', '0001-01-01T00:00:00Z', 'Edm.DateTime'],
    ['ticks out of range', 'n', -1n, 'Edm.DateTime'],
    ['a Buffer for text', 'text', Buffer.from('x'), undefined],
  ])('%s is refused', async (_, name, value, type) => {
    const own = bag();
    const before = [...own];
    expect(await codeOf(() => own.set(name, any(value), any(type)))).toBe('VALUE_INVALID');
    expect([...own]).toEqual(before);
  });

  it.each([['Int32'], ['Edm.Decimal'], [5], [null], ['__proto__']])('type %s is refused', async (type) => {
    expect(await codeOf(() => bag().set('n', 5, any(type)))).toBe('OPTIONS_INVALID');
  });

  it.each([
    ['PartitionKey', 'ROW_INVALID'],
    ['etag', 'ROW_INVALID'],
    ['__proto__', 'ROW_INVALID'],
    ['tw__version', 'ROW_INVALID'],
    ['with-dash', 'ROW_INVALID'],
    ['', 'ROW_INVALID'],
    ['x'.repeat(256), 'ROW_INVALID'],
    [5, 'OPTIONS_INVALID'],
    [null, 'OPTIONS_INVALID'],
  ])('a column called %s is not made', async (name, code) => {
    expect(await codeOf(() => bag().set(any(name), 'x'))).toBe(code);
  });

  it('that are revoked proxies are refused', async () => {
    expect(await codeOf(() => bag().set('n', any(revoked())))).toBe('VALUE_INVALID');
    expect(await codeOf(() => bag().set('n', any(revoked()), 'Edm.DateTime'))).toBe('VALUE_INVALID');
    expect(await codeOf(() => bags.insert(any(revoked())))).toBe('OPTIONS_INVALID');
  });

  it('names the column and the type, never the value', () => {
    const set = () => bag().set('int', any('CANARY'));
    expect(set).toThrow(/PropertyBag\.int takes a whole number of 32 bits/);
    expect(set).not.toThrow(/CANARY/);
  });

  it('larger than the service takes are refused before they are sent', async () => {
    expect(await codeOf(() => bags.insert(bag().set('text', 'x'.repeat(32_769))))).toBe('LIMIT_EXCEEDED');
    const wide = bag();
    for (let i = 0; i < 253; i++) wide.set(`c${i}`, true);
    expect(await codeOf(() => bags.insert(wide))).toBe('LIMIT_EXCEEDED');
    expect(await codeOf(() => bags.insert(bag().set('text', 'x\ud83d')))).toBe('ROW_INVALID');
  });
});

describe('keys', () => {
  it.each([
    ['', 'r'],
    ['p/q', 'r'],
    ['p', 'r?'],
    ['p', 'r\u0001'],
    ['p', 'r\ud83d'],
    [null, 'r'],
    ['p', undefined],
    ['p', {}],
  ])('%s, %s are refused', async (partitionKey, rowKey) => {
    expect(await codeOf(() => new PropertyBag(any(partitionKey), any(rowKey)))).toBe('ROW_INVALID');
    expect(await codeOf(() => bags.get(any(partitionKey), any(rowKey)))).toBe('ROW_INVALID');
    const target = { partitionKey, rowKey };
    expect(await codeOf(() => bags.delete(any(target), { force: true }))).toBe('ROW_INVALID');
  });

  it('too long are refused', async () => {
    expect(await codeOf(() => new PropertyBag('p'.repeat(513), 'r'))).toBe('LIMIT_EXCEEDED');
  });

  it('of system rows are not written', async () => {
    const rowKey = `${SYSTEM_PREFIX}x`;
    const bag = new PropertyBag('p', rowKey);
    for (const write of [
      () => bags.insert(bag),
      () => bags.upsert(bag),
      () => bags.replace(bag, { force: true }),
      () => bags.update(bag, { force: true }),
      () => bags.delete({ partitionKey: 'p', rowKey }, { force: true }),
    ]) {
      expect(await codeOf(write)).toBe('ROW_INVALID');
    }
  });
});

describe('other arguments', () => {
  it.each([[null], [undefined], [5], ['bag'], [[]], [{ partitionKey: 'p', rowKey: 'r' }]])(
    '%s is no bag',
    async (value) => {
      for (const write of [bags.insert, bags.upsert, bags.replace, bags.update]) {
        expect(await codeOf(() => write.call(bags, any(value), any({ force: true })))).toMatch('_INVALID');
      }
    },
  );

  it('of a repository are checked', async () => {
    expect(await codeOf(() => new PropertyBags(any({}), { table: 'Bags' }))).toBe('OPTIONS_INVALID');
    expect(await codeOf(() => new PropertyBags(storage.store(), any(undefined)))).toBe('TABLE_NAME_INVALID');
    expect(await codeOf(() => new PropertyBags(storage.store(), { table: 'no-dash' }))).toBe(
      'TABLE_NAME_INVALID',
    );
    const bag = new PropertyBag('p', 'r');
    expect(await codeOf(() => bags.upsert(bag, { mode: any('mix') }))).toBe('OPTIONS_INVALID');
    expect(await codeOf(() => bags.update(bag, { ifMatch: '*' }))).toBe('OPTIONS_INVALID');
    expect(await codeOf(() => bags.delete(any(null)))).toBe('OPTIONS_INVALID');
  });
});
