import { dateOfTicks, ticksOfDate } from '@tablewright/core';
import { ticksOfInverted } from '@tablewright/patterns/log-tail';
import { expect, it } from 'vitest';
import { ManualClock, SetClock } from '../support/clocks.js';
import { Readings } from '../support/expense.js';
import { Follower } from '../support/follower.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const MAX_VALUE_TICKS = 3_155_378_975_999_999_999n;
const noon = ticksOfDate(new Date('2014-07-31T12:00:00Z'));
/** As the guide writes it, in another program: string.Format("{0:D19}", DateTime.MaxValue.Ticks - ticks). */
const byHand = (ticks: bigint) => String(MAX_VALUE_TICKS - ticks).padStart(19, '0');

it('rows that another program wrote are entries, to the tick', async () => {
  const table = storage.emulator.uniqueName('Adopted');
  const clock = new SetClock('2014-07-31T12:00:00.001Z');
  const own = new ManualClock(clock);
  const readings = new Readings(storage.store({ clock: own }), { table });
  const raw = storage.emulator.rawTable(table);
  await raw.createTable();
  const offsets = [0n, 1n, 2n, 9_999n, 3_333n];
  for (const offset of offsets) {
    await raw.createEntity({ partitionKey: 's', rowKey: byHand(noon + offset), value: Number(offset) });
  }
  const values = (entries: readonly { readonly value?: number }[]) => entries.map(({ value }) => value);
  expect(values(await readings.latest({ sensor: 's' }, 3).all())).toEqual([9_999, 3_333, 2]);
  expect(values(await readings.between({ sensor: 's' }, noon + 1n, noon + 2n).all())).toEqual([2, 1]);
  expect(values(await readings.since({ sensor: 's' }, dateOfTicks(noon)).all())).toHaveLength(5);
  const follower = new Follower(readings.tail({ sensor: 's' }, { since: noon + 2n }), own);
  expect(values(await follower.poll())).toEqual([2, 3_333, 9_999]);
  await raw.createEntity({ partitionKey: 's', rowKey: byHand(noon + 10_000n), value: 10_000 });
  expect(values(await follower.pollAfter(1_000))).toEqual([10_000]);
  const entry = await readings.getOrThrow({ sensor: 's', at: noon + 1n });
  await readings.update(entry, { value: 5 });
  expect(await raw.getEntity('s', byHand(noon + 1n))).toMatchObject({ value: 5 });
});

it('what is appended reads as the guide has it', async () => {
  const table = storage.emulator.uniqueName('Adopted');
  const clock = new SetClock('2014-07-31T12:00:00Z');
  const readings = new Readings(storage.store({ clock, random: () => 0.1234 }), { table });
  const { at } = await readings.append({ sensor: 's', value: 1.5 });
  expect(at).toBe(noon + 1_234n);
  // GET /table(PartitionKey='s')?$top=1
  const pages = storage.emulator
    .rawTable(table)
    .listEntities({ queryOptions: { filter: "PartitionKey eq 's'" } })
    .byPage({ maxPageSize: 1 });
  const { value: page } = await pages.next();
  expect(page[0]).toMatchObject({ rowKey: byHand(at), value: 1.5 });
  expect(dateOfTicks(ticksOfInverted(page[0].rowKey))).toEqual(new Date('2014-07-31T12:00:00Z'));
});
