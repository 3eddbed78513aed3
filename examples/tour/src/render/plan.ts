import type { Plan, PointReadPlan, ScanPlan } from '@tablewright/core';
import type { Versions } from '../versions.js';
import type { Paint } from './colours.js';
import { alignColumns, type Cell } from './columns.js';
import type { PlanEntry } from './plan-entry.js';
import { wrap } from './text.js';
import { writeEntries } from './write-plan.js';

/** What happens, to which entity, at which keys: these columns are cut last. */
const KEYS = 3;

/** One line for each row that is read or written: what, where, which columns, and on which condition. */
export function planLines(plans: readonly Plan[], versions: Versions, width: number, paint: Paint): string[] {
  if (plans.length === 0) return [paint('dim', 'none')];
  const entries = plans.flatMap((plan) => entriesOf(plan, versions));
  const rows = entries.filter((entry) => typeof entry !== 'string');
  const aligned = alignColumns(rows, width, paint, KEYS).values();
  return entries.flatMap((entry) =>
    typeof entry === 'string'
      ? wrap(entry, width).map((line) => paint('dim', line))
      : (aligned.next().value as string),
  );
}

function entriesOf(plan: Plan, versions: Versions): readonly PlanEntry[] {
  switch (plan.kind) {
    case 'pointRead':
      return [readEntry(plan)];
    case 'scan':
      return listEntries(plan);
    default:
      return writeEntries(plan, versions);
  }
}

function readEntry({ entity, partitionKey, rowKey, select, purpose }: PointReadPlan): Cell[] {
  const why = purpose === 'resolve' ? ', to settle the doubt' : '';
  return [
    { text: 'read', style: 'cyan' },
    { text: entity },
    { text: `${partitionKey} / ${rowKey}` },
    { text: `${columnsOf(select)}${why}`, style: 'dim' },
  ];
}

/** The filter is the plan: it is shown whole. */
function listEntries({ entity, filter, select, partitionKey }: ScanPlan): PlanEntry[] {
  const cells: Cell[] = [
    { text: 'list', style: 'cyan' },
    { text: entity },
    { text: partitionKey === undefined ? 'all partitions' : `${partitionKey} / …` },
    { text: columnsOf(select), style: 'dim' },
  ];
  return filter === undefined ? [cells] : [cells, `where ${filter}`];
}

function columnsOf(select: readonly string[] | undefined): string {
  return select ? select.join(', ') : 'every column';
}
