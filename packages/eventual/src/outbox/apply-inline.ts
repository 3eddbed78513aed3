import { type CallScope, unlessUnfit } from '@tablewright/core';
import { bringTo } from '../reconcile/bring-to.js';
import { targetOf } from '../reconcile/carry-out.js';
import { wantedIn } from '../reconcile/targets.js';
import type { RecordedChange, RecordedStep } from './recorded-change.js';

/**
 * Carries out what follows from a change that was just committed, with what the writer knows: its own intent, and the
 * row as it stored it. `false`: somebody else is ahead, so that the intent is left to the workers.
 */
export async function applyInline(
  { context, keys, version, before, after }: RecordedChange,
  { derivation, intent }: RecordedStep,
  scope: CallScope,
): Promise<boolean> {
  const rows = after ? derivation.derive(after) : [];
  const had = new Set(
    before ? unlessUnfit(() => derivation.derive(before)).map(({ partitionKey }) => partitionKey) : [],
  );
  for (const place of intent.places) {
    const target = targetOf({ context, derivation }, keys, place, scope);
    const wanted = wantedIn({ context, derivation }, rows, place.partition, version);
    const brought = await bringTo(target, wanted, scope, !had.has(place.partition));
    if (brought.kind !== 'done') return false;
  }
  return true;
}
