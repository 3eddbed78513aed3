import { referenceStorage, VirtualClock } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';

const open = referenceStorage as (options: unknown) => unknown;

describe('the options of referenceStorage', () => {
  it('are refused at once where they make no sense', () => {
    const whole = (name: string) =>
      new RangeError(`referenceStorage: paging.${name} is a whole number, 1 or more.`);
    for (const count of [0, -1, Number.NaN, 1.5, '2', null]) {
      expect(() => open({ paging: { rows: count } })).toThrow(whole('rows'));
      expect(() => open({ paging: { scanned: count } })).toThrow(whole('scanned'));
    }
    const example = 'is an object, such as';
    for (const options of [null, 5, 'x']) {
      expect(() => open(options)).toThrow(
        new TypeError(`referenceStorage: the argument ${example} { paging: { rows: 100 } }.`),
      );
      expect(() => open({ paging: options })).toThrow(
        new TypeError(`referenceStorage: paging ${example} { rows: 100, scanned: 2 }.`),
      );
    }
    for (const clock of [null, 5, Date, { now: () => 0 }]) {
      expect(() => open({ clock })).toThrow(new TypeError('referenceStorage: clock is a VirtualClock.'));
    }
    expect(() => open({ newId: 'x' })).toThrow(new TypeError('referenceStorage: newId is a function.'));
    expect(() => open({ paging: { atPartitionEnd: 1 } })).toThrow(
      new TypeError('referenceStorage: paging.atPartitionEnd is true or false.'),
    );
  });

  it('may be left out one by one', () => {
    const none = { clock: undefined, newId: undefined, paging: undefined };
    const noPages = { rows: undefined, scanned: Number.POSITIVE_INFINITY, atPartitionEnd: undefined };
    for (const options of [undefined, {}, none, { clock: new VirtualClock(), paging: noPages }]) {
      expect(() => open(options)).not.toThrow();
    }
  });
});
