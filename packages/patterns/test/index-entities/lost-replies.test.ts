import { verify } from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { person, Staff } from './staff.js';

const storage = useStorage();
const key1 = { department: 'Sales', id: 1 };

const WRITES: readonly (readonly [string, (staff: Staff) => Promise<unknown>, readonly number[]])[] = [
  ['insert', (staff) => staff.insert(person(2)), [1, 2]],
  ['change of the value', (staff) => staff.update(key1, { lastName: 'Smith' }), []],
  ['delete', (staff) => staff.delete(key1, { force: true }), []],
];

describe.each(WRITES)('%s', (_, run, leaves) => {
  it.each([
    ['is lost before it is sent', () => faults.failBeforeSend()],
    ['is applied, and its reply lost', () => faults.dropReply()],
  ])('%s, at each of its requests', async (_name, fault) => {
    for (let call = 0, struck = true; struck; call++) {
      const staff = new Staff(storage.store(), { table: storage.emulator.uniqueName('Lost') });
      await staff.insert(person(1));
      const injected = storage.emulator.http.inject(fault(), { after: call });
      await run(staff);
      struck = injected.fired > 0;
      storage.emulator.http.clearFaults();
      const keys = await staff.byLastName.keys({ department: 'Sales', lastName: 'Jones' });
      expect([call, keys.map(({ id }) => id)]).toEqual([call, leaves]);
      expect(await verify(staff)).toMatchObject({ clean: true });
      if (!struck) expect(call).toBeGreaterThan(1);
    }
  });
});
