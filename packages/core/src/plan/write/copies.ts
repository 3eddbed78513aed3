import type { Change } from './change.js';
import type { Derivation, EmbeddedCopies, FoundRows, Spread } from './derivation.js';
import { holdSources, spreadOperation, withEmbedded } from './embedded.js';
import type { PlannedChange } from './planned-change.js';
import { type Step, steps } from './steps.js';
import { overlay, type View } from './view.js';

/** Changes with the copies that they hold, and what else follows: sources that are held, copies elsewhere. */
export interface CopiedChanges {
  readonly changes: readonly PlannedChange[];
  readonly others: readonly Step[];
}

/**
 * First each change gets its copies of what the transaction leaves, then those who refer to it get theirs. What goes
 * to a row that the transaction itself writes is put into that change.
 */
export function copyAll(changes: readonly PlannedChange[], view: View, found: FoundRows): CopiedChanges {
  if (!changes.some(({ derivations }) => derivations.some(isCopying))) return { changes, others: [] };
  const others: Step[] = [];
  const complete = changes.map((planned) => embedAll(planned, view, found, others));
  const places = new Map(complete.map(({ change }, place) => [change.primary.row.rowKey, place]));
  for (const { change, derivations, item } of changes) {
    for (const derivation of derivations.filter(isCopying)) {
      for (const spread of derivation.spread(change, view.rows)) {
        const place = places.get(spread.row.rowKey);
        if (place === undefined)
          others.push(...steps([spreadOperation(spread)], item, 'copy', derivation.name));
        else complete[place] = embed(complete[place]!, spread, view, found);
      }
    }
  }
  return { changes: complete, others };
}

export function isCopying(derivation: Derivation): derivation is EmbeddedCopies {
  return derivation.kind === 'embeddedCopies' && derivation.state !== 'dropping';
}

function embedAll(planned: PlannedChange, view: View, found: FoundRows, held: Step[]): PlannedChange {
  let whole = planned;
  for (const derivation of planned.derivations.filter(isCopying)) {
    const { change, item } = whole;
    const embedded = isStoring(change) ? derivation.embed(change, view.rows) : undefined;
    if (!embedded) continue;
    whole = embed(whole, embedded, view, found);
    held.push(...steps(holdSources(embedded), item, 'source', derivation.name));
  }
  return whole;
}

function embed(
  planned: PlannedChange,
  copies: Pick<Spread, 'columns' | 'types' | 'removed'>,
  { rows }: View,
  found: FoundRows,
): PlannedChange {
  const { change, split } = planned;
  if (!isStoring(change)) return planned;
  const whole = withEmbedded(change, copies, found, split !== undefined);
  overlay(rows, whole);
  return { ...planned, change: whole };
}

/** The change with columns put into it; `undefined` where it does not tell what it leaves. */
export function putInto(
  planned: PlannedChange,
  copies: Pick<Spread, 'columns' | 'types' | 'removed'>,
  view: View,
  found: FoundRows,
): PlannedChange | undefined {
  return isStoring(planned.change) ? embed(planned, copies, view, found) : undefined;
}

function isStoring(change: Change): change is Change & { readonly after: NonNullable<Change['after']> } {
  return change.after !== undefined;
}
