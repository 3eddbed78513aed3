import { emptyColumns, emptyTypes, type Row } from '../../edm/index.js';
import { byRow, changedRow, transferOf } from './contributions.js';
import { type CopiedChanges, putInto } from './copies.js';
import type { Contributions, FoundRows, HostRows } from './derivation.js';
import { spreadOperation } from './embedded.js';
import { ParentMissingError } from './errors.js';
import type { PlannedChange } from './planned-change.js';
import { sharing } from './sharing.js';
import { type Step, steps } from './steps.js';
import type { View } from './view.js';

/**
 * What some changes put into rows of other entities. Such a row may be one that the transaction itself writes: then
 * it is put into what it writes there, so that who wrote it knows. One that it deletes must be left by all.
 */
export function feedHosts(changes: readonly PlannedChange[], view: View, found: FoundRows): CopiedChanges {
  const complete = [...changes];
  const others: Step[] = [];
  const places = new Map(changes.map(({ change }, place) => [change.primary.row.rowKey, place]));
  const leaving = leavingRows(changes);
  for (const [derivation, of, item] of sharing(changes)) {
    const { host } = derivation;
    if (!host) continue;
    for (const [rowKey, { taken, given }] of byRow(transferOf(derivation, of))) {
      const left = leaving.get(rowKey);
      if (left) leaving.set(rowKey, changedRow(derivation, left, taken, []) ?? left);
      const row = view.rows.get(rowKey);
      if (!row || !host.accepts(row)) {
        if (given.length > 0) refuse(changes, derivation, host, rowKey);
        continue;
      }
      const spread = { row, ...fedPart(host, changedRow(derivation, row, taken, given) ?? row) };
      const place = places.get(rowKey);
      const planned = place === undefined ? undefined : putInto(complete[place]!, spread, view, found);
      if (planned) complete[place!] = planned;
      else others.push(...steps([spreadOperation(spread)], item, 'sharedRow', derivation.name));
    }
  }
  for (const { change, fed = [] } of changes) {
    const row = leaving.get(change.primary.row.rowKey);
    if (row) for (const { checkDelete } of fed) checkDelete?.(row);
  }
  return { changes: complete, others };
}

/** Those columns of a row that are fed. */
export function fedPart({ columns: names }: HostRows, row: Row): Pick<Row, 'columns' | 'types'> {
  const columns = emptyColumns();
  const types = emptyTypes();
  for (const name of names) {
    const cell = row.columns[name];
    if (cell === undefined) continue;
    columns[name] = cell;
    types[name] = row.types[name]!;
  }
  return { columns, types };
}

/** The rows that the changes delete, as they are stored. */
function leavingRows(changes: readonly PlannedChange[]): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const { change } of changes) {
    const stored = change.asStored ?? change.before;
    if (change.primary.kind === 'delete' && stored) rows.set(change.primary.row.rowKey, stored);
  }
  return rows;
}

function refuse(
  changes: readonly PlannedChange[],
  derivation: Contributions,
  { entity: parent }: HostRows,
  rowKey: string,
): never {
  const { entity, item } = changes.find(
    ({ change, derivations }) =>
      derivations.includes(derivation) &&
      transferOf(derivation, [change]).given.some((contribution) => contribution.rowKey === rowKey),
  )!;
  throw new ParentMissingError(entity, parent, derivation.name, item);
}
