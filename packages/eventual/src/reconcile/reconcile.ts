import { type CallScope, type DeferredDerivation, type EntityKeys, startOver } from '@tablewright/core';
import type { IntentRow } from '../rows/intent-row.js';
import { carryOut } from './carry-out.js';
import { deleteRows } from './intents.js';
import type { Known } from './known.js';
import { look } from './look.js';

export interface Reconciled {
  /** `unknown`: another version of the program recorded some of them, and only that one knows what they ask for. */
  readonly kind: 'done' | 'unknown';
  /** The operations whose intents were carried out. */
  readonly operations: readonly string[];
}

/** More rounds than different states of one entity may come in between. */
const ROUNDS = { attempts: 50 };

const UNKNOWN: Reconciled = { kind: 'unknown', operations: [] };

/**
 * Brings what follows from one entity up to date, and then deletes the intents that asked for it. Any number of
 * workers may do so at once, in any order, and again: guards see to it that an older state never overwrites a newer
 * one. For an entity with rows in one partition: 1 request for its intents (none if they were `listed` just now), 1 for
 * its row, 2 for the guard and the rows, and 1 to delete the intents; for a partition that it has left, 3. Intents of
 * another declaration of the same name are left to programs that know it. `mending`: they are taken over; guards that
 * cannot be read are written anew, and what they guarded besides is found as strays.
 */
export async function reconcile(
  known: Known,
  keys: EntityKeys,
  scope: CallScope,
  listed?: readonly IntentRow[],
  mending = false,
): Promise<Reconciled> {
  const { context, derivation } = known;
  for (let round = 1; ; round++) {
    const { intents, primary } = await look(known, keys, scope, round === 1 ? listed : undefined);
    if (intents.length === 0) return { kind: 'done', operations: [] };
    if (derivation.state === 'dropping') return UNKNOWN;
    const own = mending ? intents : intents.filter(isOf(derivation));
    if (own.length === 0) return UNKNOWN;
    const done =
      (await carryOut(known, keys, own, primary, scope, mending)) &&
      (await deleteRows(context.store, context.table, own, scope));
    if (done) {
      const operations = own.map(({ operation }) => operation);
      return { kind: own.length < intents.length ? 'unknown' : 'done', operations };
    }
    await startOver(context, ROUNDS, round, undefined, scope);
  }
}

function isOf({ fingerprint }: DeferredDerivation): (intent: IntentRow) => boolean {
  return (intent) => intent.fingerprint === fingerprint;
}
