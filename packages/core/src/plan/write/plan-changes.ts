import type { Row } from '../../edm/index.js';
import type { RowOperation } from '../operation.js';
import type { Change, StoringChange } from './change.js';
import { sharedOperations, transferOf } from './contributions.js';
import type {
  Contribution,
  Contributions,
  Derivation,
  EmbeddedCopies,
  FoundRows,
  Lookup,
} from './derivation.js';
import { holdSources, isUntyped, spreadOperations, withEmbedded } from './embedded.js';
import { UniqueViolationError } from './errors.js';
import { fold } from './fold.js';
import { diffOwnRows, uncertainRows } from './own-rows.js';
import type { SplitWrite } from './split.js';
import { overlay, tellsResult, type View, viewOf } from './view.js';

/** One entity's change, and what is derived from such entities. */
export interface PlannedChange {
  readonly entity: string;
  /** Which of the caller's writes it is; the first, if it stands for several. */
  readonly item: number;
  readonly change: Change;
  readonly derivations: readonly Derivation[];
  /** How the entity's row becomes several; left out where it is one. */
  readonly split?: ((change: Change) => SplitWrite) | undefined;
}

/** Why a row is written. */
export interface Purpose {
  /** Which of the caller's writes it belongs to. */
  readonly item: number;
  readonly role: 'primary' | 'part' | 'ownRow' | 'sharedRow' | 'source' | 'copy' | 'outbox';
  /** The derivation that asks for it. */
  readonly derivation?: string;
}

export interface PlannedOperations {
  readonly operations: readonly RowOperation[];
  /** One for each operation. */
  readonly purposes: readonly Purpose[];
  /** The changes with the copies of other rows that they hold. */
  readonly changes: readonly PlannedChange[];
  /** How entities that take several rows are stored, by the number of their write. */
  readonly split?: ReadonlyMap<number, SplitWrite>;
}

/** What turned out while trying: rows that others keep, or that are not there. */
export interface Findings {
  /** The rows that were looked up, by RowKey. */
  readonly found: FoundRows;
  /** RowKeys of derived rows that are not there, so that they cannot be deleted. */
  readonly missing: ReadonlySet<string>;
  /** The ETags of unique rows that belong to the entity already, by RowKey. */
  readonly owned: ReadonlyMap<string, string>;
  /** The changes happen one after the other: a value that is given up later cannot be taken before. */
  readonly inOrder?: boolean;
}

/** The rows that others feed as well, and that these changes write. */
export function sharedRowsOf(changes: readonly PlannedChange[]): readonly Contribution[] {
  return sharing(changes).flatMap(([derivation, of]) => {
    const { taken, given } = transferOf(derivation, of);
    return [...taken, ...given];
  });
}

/** The rows to look at before `planChanges`. What the changes themselves make of a row need not be looked up. */
export function lookupsOf(changes: readonly PlannedChange[]): readonly Lookup[] {
  const told = new Set<string>();
  for (const { change } of changes) if (tellsResult(change)) told.add(change.primary.row.rowKey);
  const asked = [...sharedRowsOf(changes), ...changes.flatMap(askedBy)].filter(
    (lookup) => !('rowKey' in lookup) || !told.has(lookup.rowKey),
  );
  const unique = new Map<string, Lookup>();
  for (const lookup of [...asked, ...changes.flatMap(untypedRow)]) {
    const key = 'rowKey' in lookup ? lookup.rowKey : `${lookup.from}\0${lookup.to}`;
    unique.set(key, lookup);
  }
  return [...unique.values()];
}

function askedBy({ change, derivations }: PlannedChange): readonly Lookup[] {
  return derivations.flatMap((derivation): readonly Lookup[] => {
    if (derivation.kind === 'ownRows') return uncertainRows(derivation, change);
    return isCopying(derivation) ? derivation.lookups(change) : [];
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
  return copying.some((derivation) => derivation.lookups(change).length > 0) ? [after] : [];
}

function isCopying(derivation: Derivation): derivation is EmbeddedCopies {
  return derivation.kind === 'embeddedCopies' && derivation.state !== 'dropping';
}

/**
 * All row operations of some entities of one partition, each row once. What is removed goes before what is
 * put, over all entities: so two of them can swap a unique value.
 */
export function planChanges(changes: readonly PlannedChange[], findings: Findings): PlannedOperations {
  const plain = changes.every(({ derivations, split }) => derivations.length === 0 && !split);
  if (plain) return primariesOf(changes);
  const { found, missing, owned } = findings;
  const primaries: Step[] = [];
  const removals: Step[] = [];
  const puts: Step[] = [];
  const others: Step[] = [];
  const splits = new Map<number, SplitWrite>();
  const view = viewOf(
    changes.map(({ change }) => change),
    found,
  );
  const complete = changes.map((planned) => {
    const { item } = planned;
    const { change, held } = embedAll(planned, view, found);
    others.push(...held);
    if (planned.split) {
      const split = planned.split(change);
      splits.set(item, split);
      primaries.push(...split.operations.map((operation) => partOf(operation, change, item)));
    } else primaries.push({ operation: change.primary, purpose: { item, role: 'primary' } });
    return change === planned.change ? planned : { ...planned, change };
  });
  for (const { change, derivations, item } of complete) {
    for (const derivation of derivations) {
      if (derivation.kind === 'ownRows') {
        const diff = diffOwnRows(derivation, change, found);
        const present = diff.removals.filter(({ row }) => !missing.has(row.rowKey));
        removals.push(...steps(present, item, 'ownRow', derivation.name));
        const mine = diff.puts.map((put) => takeOver(put, owned));
        puts.push(...steps(mine, item, 'ownRow', derivation.name));
      } else if (isCopying(derivation)) {
        others.push(...steps(spreadOperations(derivation, change, view), item, 'copy', derivation.name));
      }
    }
  }
  for (const [derivation, of, item] of sharing(complete)) {
    const operations = sharedOperations(derivation, transferOf(derivation, of), view);
    others.push(...steps(operations, item, 'sharedRow', derivation.name));
  }
  checkClaims(changes, puts, findings.inOrder ? removals : []);
  const folded = { ...foldSteps([...primaries, ...removals, ...puts, ...others]), changes: complete };
  return splits.size === 0 ? folded : { ...folded, split: splits };
}

/** A change with its copies of other rows, and what holds those. */
function embedAll(
  { change, derivations, item, split }: PlannedChange,
  { rows }: View,
  found: FoundRows,
): { readonly change: Change; readonly held: readonly Step[] } {
  if (!change.after) return { change, held: [] };
  let whole: StoringChange = { ...change, after: change.after };
  const held: Step[] = [];
  for (const derivation of derivations) {
    if (!isCopying(derivation)) continue;
    const embedded = derivation.embed(whole, rows);
    if (!embedded) continue;
    whole = withEmbedded(whole, embedded, found, split !== undefined);
    overlay(rows, whole);
    held.push(...steps(holdSources(embedded), item, 'source', derivation.name));
  }
  return { change: whole.copied ? whole : change, held };
}

function partOf(operation: RowOperation, { primary }: Change, item: number): Step {
  const role = operation.row.rowKey === primary.row.rowKey ? 'primary' : 'part';
  return { operation, purpose: { item, role } };
}

/** Where nothing is derived, nothing has to be weighed against anything: each entity is one row. */
function primariesOf(changes: readonly PlannedChange[]): PlannedOperations {
  return {
    operations: changes.map(({ change }) => change.primary),
    purposes: changes.map(({ item }) => ({ item, role: 'primary' })),
    changes,
  };
}

/** Two entities of one transaction cannot both have a unique value. It is the one that claims it who is refused. */
function checkClaims(
  changes: readonly PlannedChange[],
  puts: readonly Step[],
  givenUp: readonly Step[],
): void {
  const refuse = ({ item, derivation = '' }: Purpose): never => {
    const { entity } = changes.find((change) => change.item === item)!;
    throw new UniqueViolationError(entity, derivation, item);
  };
  const holders = new Map<string, Step>();
  for (const step of puts) {
    const { rowKey } = step.operation.row;
    const other = holders.get(rowKey);
    holders.set(rowKey, step);
    if (!other || other.purpose.item === step.purpose.item) continue;
    refuse((step.operation.kind === 'insert' ? step : other).purpose);
  }
  for (const { operation, purpose } of givenUp) {
    const taker = holders.get(operation.row.rowKey);
    if (taker && taker.purpose.item < purpose.item) refuse(taker.purpose);
  }
}

interface Step {
  readonly operation: RowOperation;
  readonly purpose: Purpose;
}

function steps(
  operations: readonly RowOperation[],
  item: number,
  role: Purpose['role'],
  derivation: string,
): Step[] {
  return operations.map((operation) => ({ operation, purpose: { item, role, derivation } }));
}

function takeOver(put: RowOperation, owned: Findings['owned']): RowOperation {
  const ifMatch = put.kind === 'insert' ? owned.get(put.row.rowKey) : undefined;
  return ifMatch === undefined ? put : { kind: 'replace', row: put.row, ifMatch };
}

/** The changes that feed each contribution, with the number of the first of them. */
function sharing(
  changes: readonly PlannedChange[],
): readonly (readonly [Contributions, readonly Change[], number])[] {
  const feeding = new Map<Contributions, { readonly first: number; readonly of: Change[] }>();
  for (const { change, derivations, item } of changes) {
    for (const derivation of derivations) {
      if (derivation.kind !== 'contributions') continue;
      const entry = feeding.get(derivation) ?? { first: item, of: [] };
      entry.of.push(change);
      feeding.set(derivation, entry);
    }
  }
  return [...feeding].map(([derivation, { first, of }]) => [derivation, of, first] as const);
}

/** Each row once, whatever happens to it. One that is written anyway need not be held as well. */
function foldSteps(all: readonly Step[]): Pick<PlannedOperations, 'operations' | 'purposes'> {
  const rows = new Map<Row['rowKey'], Step | undefined>();
  for (const step of all) {
    const { rowKey } = step.operation.row;
    const earlier = rows.get(rowKey);
    if (!earlier) rows.set(rowKey, step);
    else {
      const operation = fold(earlier.operation, step.operation);
      rows.set(rowKey, operation && { ...(strongest(earlier, step) ?? earlier), operation });
    }
  }
  const kept = [...rows.values()].filter((step) => step !== undefined);
  return {
    operations: kept.map(({ operation }) => operation),
    purposes: kept.map(({ purpose }) => purpose),
  };
}

/** What is put there says more about a row than what goes away. */
function strongest(earlier: Step, later: Step): Step | undefined {
  return earlier.purpose.role === 'ownRow' && later.purpose.role === 'ownRow' ? later : earlier;
}
