import type { Ending } from '../journal.js';
import { GROUPS, nameOf, OWN_PER_PROCESS, ownId, SIZES_OF_ITEMS } from '../places.js';
import { looksOf } from './looks.js';
import type { Writer } from './writer.js';

/** An entity of this process, in whatever group its number leads to. */
function ownItem({ process, chances, doubted }: Writer) {
  const slot = chances.below(OWN_PER_PROCESS);
  const group = GROUPS[slot % GROUPS.length]!;
  const id = ownId(process, slot);
  const name = nameOf(group, id);
  return doubted.has(name) ? undefined : { group, id, name };
}

function note({ own, doubted }: Writer, name: string, there: boolean, ended: Ending): void {
  // A request that is still under way could be applied after whatever comes next.
  if (ended === 'unknown') doubted.add(name);
  else if (ended !== 'refused') own.set(name, there);
}

/** Makes an entity of this process, or deletes it, or makes it again. Its label tells which operation made it. */
export async function makeOrDelete(writer: Writer): Promise<void> {
  const item = ownItem(writer);
  if (!item) return;
  const { group, id, name } = item;
  const items = writer.items(group);
  const there = writer.own.get(name) ?? false;
  const looks = looksOf(writer.chances);
  const ended = there
    ? await writer.attempt('delete', [name], () => items.delete({ group, id }, { force: true }))
    : await writer.attempt('make', [name], (op) =>
        items.insert({ group, id, label: `by${op.replace('.', 'n')}`, count: 0, ledger: '', ...looks }),
      );
  note(writer, name, !there, ended);
}

/** Several of them in one bulk run. */
export async function makeOrDeleteMany(writer: Writer): Promise<void> {
  const chosen = [1, 2, 3, 4].flatMap(() => ownItem(writer) ?? []);
  const unique = [...new Map(chosen.map((item) => [item.name, item])).values()];
  const planned = unique.map((item) => {
    const { group, id, name } = item;
    const there = writer.own.get(name) ?? false;
    const op = writer.intend(there ? 'delete' : 'make', [name]);
    const looks = looksOf(writer.chances);
    const made = { group, id, label: `by${op.replace('.', 'n')}`, count: 0, ledger: '', ...looks };
    return { op, name, there, item: there ? { delete: { group, id }, force: true } : { insert: made } };
  });
  await writer.items(GROUPS[0]).bulk(
    planned.map(({ item }) => item),
    {
      onOutcome: (outcome) => {
        const { op, name, there } = planned[outcome.index]!;
        if (outcome.status !== 'done') return note(writer, name, !there, writer.fail(op, outcome.error));
        const ended = outcome.result === false ? 'absent' : 'done';
        writer.end(op, ended);
        note(writer, name, !there, ended);
      },
    },
  );
}

/** Gives an entity that another process may own another look. */
export async function changeOthers(writer: Writer): Promise<void> {
  const { chances } = writer;
  const process = chances.between(Math.max(1, writer.process - 8), writer.process);
  const slot = chances.below(OWN_PER_PROCESS);
  const group = GROUPS[slot % GROUPS.length]!;
  const id = ownId(process, slot);
  // Its label stays: it tells who made it.
  const change = { size: chances.pick(SIZES_OF_ITEMS), ...looksOf(chances) };
  await writer.attempt('other', [nameOf(group, id)], () => writer.items(group).update({ group, id }, change));
}
