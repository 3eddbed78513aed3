import { transaction } from '@tablewright/core';
import { FIRST_SHARED, GROUPS, nameOf, SHARED_PER_GROUP } from '../places.js';
import { looksOf, newValueOf, sharedId, tallyId } from './looks.js';
import type { Writer } from './writer.js';

/** What anybody does to entities that come and go: of these, only the copies are checked. */
export async function writeShared(writer: Writer): Promise<void> {
  const { chances } = writer;
  const group = chances.pick(GROUPS);
  const id = sharedId(chances);
  const items = writer.items(group);
  const made = { group, id, label: 'shared', count: chances.below(9), ledger: '', ...looksOf(chances) };
  const next = FIRST_SHARED + ((id + 1 - FIRST_SHARED) % SHARED_PER_GROUP);
  await writer.attempt('other', [nameOf(group, id)], async () => {
    switch (chances.below(6)) {
      case 0:
        return items.insert(made);
      case 1:
        return items.upsert(made);
      case 2:
        return items.upsert(made, { mode: 'replace' });
      case 3:
        return items.update({ group, id }, newValueOf(chances));
      case 4:
        return transaction()
          .upsert(items, made)
          .upsert(items, { ...made, id: next }, { mode: 'replace' })
          .commit();
      default:
        return items.delete({ group, id }, { force: true });
    }
  });
}

/** Another look for a tally, whatever its version. */
export async function changeTally(writer: Writer): Promise<void> {
  const { chances } = writer;
  const group = chances.pick(GROUPS);
  const id = tallyId(chances);
  await writer.attempt('other', [nameOf(group, id)], () =>
    writer.items(group).update({ group, id }, newValueOf(chances)),
  );
}
