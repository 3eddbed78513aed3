import { transaction } from '@tablewright/core';
import type { Item } from '../items.js';
import { GROUPS, nameOf, TALLIES_PER_GROUP } from '../places.js';
import { changeOf, tallyId } from './looks.js';
import type { Writer } from './writer.js';

const counted = ({ count, ledger }: Item, op: string) => ({ count: count + 1, ledger: `${ledger}${op} ` });

/** One more on one tally, by an optimistic loop. */
export async function countByModify(writer: Writer): Promise<void> {
  const { chances } = writer;
  const group = chances.pick(GROUPS);
  const id = tallyId(chances);
  const change = chances.chance(0.5) ? changeOf(chances) : {};
  await writer.attempt('count', [nameOf(group, id)], (op) =>
    writer.items(group).modify({ group, id }, (item) => void Object.assign(item, counted(item, op), change)),
  );
}

/** One more on one tally that was read: refused if anybody else was faster. */
export async function countByUpdate(writer: Writer): Promise<void> {
  const { chances } = writer;
  const group = chances.pick(GROUPS);
  const id = tallyId(chances);
  const items = writer.items(group);
  const change = changeOf(chances);
  await writer.attempt('count', [nameOf(group, id)], async (op) => {
    const item = await items.getOrThrow({ group, id });
    return items.update(item, { ...counted(item, op), ...change });
  });
}

/** One more on two tallies of a group: on both, or on none. */
export async function countTwo(writer: Writer): Promise<void> {
  const { chances } = writer;
  const group = chances.pick(GROUPS);
  const id = tallyId(chances);
  const other = (id % TALLIES_PER_GROUP) + 1;
  const items = writer.items(group);
  const change = changeOf(chances);
  await writer.attempt('count', [nameOf(group, id), nameOf(group, other)], async (op) => {
    const one = await items.getOrThrow({ group, id });
    const two = await items.getOrThrow({ group, id: other });
    return transaction()
      .update(items, one, { ...counted(one, op), ...change })
      .update(items, two, counted(two, op))
      .commit();
  });
}

/** One more on a tally of each group, in one bulk run: each is done, or fails, on its own. */
export async function countByBulk(writer: Writer): Promise<void> {
  const { chances } = writer;
  const items = writer.items(GROUPS[0]);
  const id = tallyId(chances);
  const change = changeOf(chances);
  const read = await items.getMany(GROUPS.slice(0, 4).map((group) => ({ group, id })));
  const tallies = read.filter((item) => item !== undefined);
  const ops = tallies.map((item) => writer.intend('count', [nameOf(item.group, item.id)]));
  await items.bulk(
    tallies.map((item, index) => ({ update: item, changes: { ...counted(item, ops[index]!), ...change } })),
    {
      onOutcome: (outcome) => {
        const op = ops[outcome.index]!;
        if (outcome.status === 'done') writer.end(op, 'done');
        else writer.fail(op, outcome.error);
      },
    },
  );
}
