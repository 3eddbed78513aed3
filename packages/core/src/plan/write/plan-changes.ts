import type { RowOperation } from '../operation.js';
import type { Change } from './change.js';
import { sharedOperations, transferOf } from './contributions.js';
import { copyAll } from './copies.js';
import type { FoundRows } from './derivation.js';
import { UniqueViolationError } from './errors.js';
import { keepColumns } from './fed.js';
import { feedHosts } from './hosts.js';
import { diffOwnRows } from './own-rows.js';
import type { PlannedChange } from './planned-change.js';
import { sharing } from './sharing.js';
import type { SplitWrite } from './split.js';
import { foldSteps, type Purpose, type Step, steps } from './steps.js';
import { viewOf } from './view.js';

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

/**
 * All row operations of some entities of one partition, each row once. What is removed goes before what is
 * put, over all entities: so two of them can swap a unique value.
 */
export function planChanges(asked: readonly PlannedChange[], findings: Findings): PlannedOperations {
  const plain = asked.every(
    ({ derivations, split, fed, records }) => derivations.length === 0 && !split && !fed && !records,
  );
  if (plain) return primariesOf(asked);
  const changes = asked.map(keeping);
  const { found, missing, owned } = findings;
  const primaries: Step[] = [];
  const removals: Step[] = [];
  const puts: Step[] = [];
  const splits = new Map<number, SplitWrite>();
  const view = viewOf(
    changes.map(({ change }) => change),
    found,
  );
  const copied = copyAll(changes, view, found);
  const { changes: complete, others: fed } = feedHosts(copied.changes, view, found);
  const others = [...copied.others, ...fed];
  for (const { change, derivations, item, split: divide } of complete) {
    if (divide) {
      const split = divide(change);
      splits.set(item, split);
      primaries.push(...split.operations.map((operation) => partOf(operation, change, item)));
    } else primaries.push({ operation: change.primary, purpose: { item, role: 'primary' } });
    for (const derivation of derivations) {
      if (derivation.kind !== 'ownRows') continue;
      const diff = diffOwnRows(derivation, change, found);
      const present = diff.removals.filter(({ row }) => !missing.has(row.rowKey));
      removals.push(...steps(present, item, 'ownRow', derivation.name));
      const mine = diff.puts.map((put) => takeOver(put, owned));
      puts.push(...steps(mine, item, 'ownRow', derivation.name));
    }
  }
  for (const [derivation, of, item] of sharing(complete)) {
    if (derivation.host) continue;
    const operations = sharedOperations(derivation, transferOf(derivation, of), view);
    others.push(...steps(operations, item, 'sharedRow', derivation.name));
  }
  for (const { records = [], item } of complete) {
    others.push(...records.map((operation): Step => ({ operation, purpose: { item, role: 'outbox' } })));
  }
  checkClaims(changes, puts, findings.inOrder ? removals : []);
  const folded = { ...foldSteps([...primaries, ...removals, ...puts, ...others]), changes: complete };
  return splits.size === 0 ? folded : { ...folded, split: splits };
}

function keeping(planned: PlannedChange): PlannedChange {
  return planned.fed ? { ...planned, change: keepColumns(planned.change, planned.fed) } : planned;
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

function takeOver(put: RowOperation, owned: Findings['owned']): RowOperation {
  const ifMatch = put.kind === 'insert' ? owned.get(put.row.rowKey) : undefined;
  return ifMatch === undefined ? put : { kind: 'replace', row: put.row, ifMatch };
}
