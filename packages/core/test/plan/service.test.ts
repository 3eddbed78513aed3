import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompiledTemplate } from '../../src/keys/index.js';
import { type Condition, satisfies } from '../../src/plan/index.js';
import { useStorage } from '../support/storage.js';
import { condition, keyCondition, things } from './support/arbitraries.js';
import { comparisonsIn, plan } from './support/plan.js';
import { runPlan, storeThings } from './support/stored-things.js';
import { thingCodec } from './support/thing.js';

const storage = useStorage();

const SHAPES = [
  ['text at the end', '{area}', 'n_{name}'],
  ['text without a head', '{area}', '{name}'],
  ['text in the middle', '{area}', '{name}_{number:03}'],
  ['newest first', '{area}', 'x_{at:desc}_{number}'],
  ['largest first', '{area}', 'x_{number:desc}{ratio:desc}'],
  ['a time, a Guid and text', '{area}', '{at}{code}{name}'],
  ['doubles', '{ratio}', 'r_{ratio}_{number}'],
  ['padded partitions', 'p_{number:02}', '{ratio}_{name}'],
  ['two partition variables', '{area}_{number}', '{code}'],
  ['unescaped text', '{area}', 'n_{name:raw}'],
  ['text that ends partitions', 'p_{number:03}_{name}', '{at}'],
  ['one row a partition', '{area}', 'only'],
] as const;

const namesIn = ({ variables }: CompiledTemplate) => variables.map(({ name }) => name);

describe.each(SHAPES)('against the service, with %s', (_, partition, row) => {
  const codec = thingCodec(partition, row);

  it('a plan finds exactly what satisfies its condition', async () => {
    const byKey = keyCondition(namesIn(codec.model.partition), namesIn(codec.model.row));
    const asked = fc.array(fc.oneof(condition, byKey, byKey), { minLength: 25, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(things(row.includes('raw')), asked, async (all, conditions) => {
        const fitting = all.filter(({ number }) => !partition.includes(':02') || number < 100);
        const table = storage.emulator.rawTable(storage.emulator.uniqueName('Things'));
        await table.createTable();
        const stored = await storeThings(table, codec, fitting);
        const otherKinds = ['aaa', 'n', 'n`', 'r', 'zzz', '\uffeesystem'];
        for (const rowKey of otherKinds) {
          if (![...stored.keys()].includes(JSON.stringify(['A', rowKey]))) {
            await table.upsertEntity({ partitionKey: 'A', rowKey, note: 'a', count: 1 });
          }
        }
        for (const wanted of conditions) await expectExact(wanted, table, stored);
      }),
      // A failure is shrunk only as long as that.
      { numRuns: 6, interruptAfterTimeLimit: 60_000 },
    );
  });

  async function expectExact(
    wanted: Condition,
    table: Parameters<typeof runPlan>[0],
    stored: Parameters<typeof runPlan>[3],
  ): Promise<void> {
    const planned = plan({ codec, scan: 'table' }, wanted);
    for (const part of planned.parts) {
      if (part.kind === 'scan') expect(comparisonsIn(part.filter ?? '')).toBeLessThanOrEqual(15);
    }
    const { found, received } = await runPlan(table, codec, planned, stored);
    expect(new Set(received).size, 'no row is read twice').toBe(received.length);
    const expected = [...stored].filter(([, entity]) => satisfies(codec, wanted, entity)).map(([at]) => at);
    expect(found.toSorted()).toEqual(expected.toSorted());
    expectSameWithoutScan(wanted, planned.access);
  }

  function expectSameWithoutScan(wanted: Condition, access: string): void {
    if (access !== 'partition' && access !== 'table') {
      expect(plan({ codec }, wanted).access).toBe(access);
      return;
    }
    const code = expect.stringMatching(/^(SCAN_REFUSED|QUERY_TOO_LARGE)$/) as string;
    expect(() => plan({ codec }, wanted)).toThrow(expect.objectContaining({ code }));
  }
});
