import type { EntityKeys } from '../../codec/index.js';
import { transferOf } from './contributions.js';
import { isCopying } from './copies.js';
import type { Contribution, FoundRows, Lookup } from './derivation.js';
import { isUntyped } from './embedded.js';
import { uncertainRows } from './own-rows.js';
import type { PlannedChange } from './planned-change.js';
import { sharing } from './sharing.js';
import { tellsResult } from './view.js';

const NOTHING: FoundRows = new Map();

/** The rows that others feed as well, and that these changes write. */
export function sharedRowsOf(changes: readonly PlannedChange[]): readonly Contribution[] {
  return sharing(changes).flatMap(([derivation, of]) => {
    const { taken, given } = transferOf(derivation, of);
    return [...taken, ...given];
  });
}

/** The rows that are held while they are copied, and those whose copies are changed. */
export function copiedRowsOf(changes: readonly PlannedChange[]): readonly EntityKeys[] {
  return changes.flatMap(({ change, derivations }) => {
    const looked = derivations.filter(isCopying).flatMap((derivation) => derivation.lookups(change, NOTHING));
    const sources = looked.flatMap((lookup) => ('rowKey' in lookup ? [lookup] : []));
    return looked.length === 0 ? [] : [change.primary.row, ...sources];
  });
}

/**
 * The rows to look at before `planChanges`. What the changes themselves make of a row need not be looked up. To be
 * asked again with what was `found`: that may tell of more.
 */
export function lookupsOf(changes: readonly PlannedChange[], found: FoundRows = NOTHING): readonly Lookup[] {
  const told = new Set<string>();
  for (const { change } of changes) if (tellsResult(change)) told.add(change.primary.row.rowKey);
  const asked = [...sharedRowsOf(changes), ...changes.flatMap((planned) => askedBy(planned, found))].filter(
    (lookup) => !('rowKey' in lookup) || !told.has(lookup.rowKey),
  );
  const unique = new Map<string, Lookup>();
  for (const lookup of [...asked, ...changes.flatMap(untypedRow)]) unique.set(nameOf(lookup), lookup);
  return [...unique.values()];
}

/** What tells a lookup from others of the same partition. */
export function nameOf(lookup: Lookup): string {
  return 'rowKey' in lookup ? lookup.rowKey : `${lookup.from}\0${lookup.to}`;
}

function askedBy({ change, derivations }: PlannedChange, found: FoundRows): readonly Lookup[] {
  return derivations.flatMap((derivation): readonly Lookup[] => {
    if (derivation.kind === 'ownRows') return uncertainRows(derivation, change);
    return isCopying(derivation) ? derivation.lookups(change, found) : [];
  });
}

/**
 * A copy may have to go, and then the row is replaced: so the types of all its columns have to be known, also of
 * those that its class does not declare.
 */
function untypedRow({ change, derivations, split }: PlannedChange): readonly Lookup[] {
  const { primary, after } = change;
  if (split || primary.kind !== 'merge' || !after || !isUntyped(after)) return [];
  const copying = derivations.filter(isCopying);
  const { partitionKey, rowKey } = after;
  return copying.some((derivation) => derivation.lookups(change, NOTHING).length > 0)
    ? [{ partitionKey, rowKey }]
    : [];
}
