import { type CallScope, type EntityKeys, startOver } from '@tablewright/core';
import type { IntentRow } from '../rows/intent-row.js';
import { carryOut } from './carry-out.js';
import { deleteRows } from './intents.js';
import type { Known } from './known.js';
import { look } from './look.js';

export interface Reconciled {
  /** `unknown`: another version of the program recorded them, and only that one knows what they ask for. */
  readonly kind: 'done' | 'unknown';
  /** The operations whose intents were carried out. */
  readonly operations: readonly string[];
}

/** More rounds than different states of one entity may come in between. */
const ROUNDS = { attempts: 50 };

/**
 * Brings what follows from one entity up to date, and then deletes the intents that asked for it. Any number of
 * workers may do so at once, in any order, and again: guards see to it that an older state never overwrites a newer
 * one. For an entity with rows in one partition: 1 request for its intents (none if they were `listed` just now), 1 for
 * its row, 2 for the guard and the rows, and 1 to delete the intents. `mending`: guards that cannot be read are written
 * anew, and what they guarded besides is found as strays; intents of an earlier declaration are taken over.
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
    const foreign = intents.some(({ fingerprint }) => fingerprint !== derivation.fingerprint);
    if ((foreign && !mending) || derivation.state === 'dropping') return { kind: 'unknown', operations: [] };
    const done =
      (await carryOut(known, keys, intents, primary, scope, mending)) &&
      (await deleteRows(context.store, context.table, intents, scope));
    if (done) {
      return { kind: 'done', operations: intents.map(({ operation }) => operation) };
    }
    await startOver(context, ROUNDS, round, undefined, scope);
  }
}
