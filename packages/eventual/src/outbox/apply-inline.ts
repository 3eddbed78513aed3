import { type CallScope, type EntityKeys, unlessUnfit } from '@tablewright/core';
import { bringTo } from '../reconcile/bring-to.js';
import { targetOf } from '../reconcile/carry-out.js';
import type { Known } from '../reconcile/known.js';
import { listAll } from '../reconcile/look.js';
import { wantedIn } from '../reconcile/targets.js';
import type { RecordedChange, RecordedStep } from './recorded-change.js';

/**
 * Carries out what follows from a change that was just committed, with what the writer knows: its own intent, and the
 * row as it stored it. `false`: somebody else is ahead, so that the intent is left to the workers.
 *
 * An entity that was not there may have been before, with a version that a clock ahead of this one gave it: while
 * intents of that time are open, somebody may still come with them and clear away what is brought now. So these are
 * looked for first, with 1 request for each derivation; those that are done by then have left their guards.
 */
export async function applyInline(
  { context, keys, version, before, after }: RecordedChange,
  { derivation, intent }: RecordedStep,
  scope: CallScope,
): Promise<boolean> {
  if (!before && (await isAwaited({ context, derivation }, keys, intent.operation, scope))) return false;
  const rows = after ? derivation.derive(after) : [];
  const had = new Set(
    before ? unlessUnfit(() => derivation.derive(before)).map(({ partitionKey }) => partitionKey) : [],
  );
  for (const place of intent.places) {
    const target = targetOf({ context, derivation }, keys, place);
    const wanted = wantedIn(derivation, rows, place.partition, version);
    const brought = await bringTo(target, wanted, scope, !had.has(place.partition));
    if (brought.kind !== 'done') return false;
  }
  return true;
}

/** Whether there are other intents of an entity than this operation's. */
async function isAwaited(known: Known, keys: EntityKeys, own: string, scope: CallScope): Promise<boolean> {
  const { intents, damaged } = await listAll(known, keys, scope);
  return damaged.length > 0 || intents.some(({ operation }) => operation !== own);
}
