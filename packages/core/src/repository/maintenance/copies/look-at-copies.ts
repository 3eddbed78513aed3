import type { Row, StoredRow } from '../../../edm/index.js';
import {
  type Embedded,
  type EmbeddedCopies,
  type Lookup,
  type StoringChange,
  sameRow,
} from '../../../plan/index.js';
import { readLookups } from '../../write/read-rows.js';
import { derivedFrom } from '../rows/primary.js';
import type { Task } from '../task.js';

const NOTHING: ReadonlyMap<string, StoredRow> = new Map();

/** Rows that were looked up, by what was asked: those who embed the same source share the read. */
export class SeenRows {
  readonly #rows = new Map<string, Promise<ReadonlyMap<string, StoredRow>>>();

  async find({ context, scope }: Task, lookups: readonly Lookup[]): Promise<Map<string, StoredRow>> {
    const found = new Map<string, StoredRow>();
    for (const lookup of lookups) {
      const id = JSON.stringify(Object.values(lookup));
      const rows = this.#rows.get(id) ?? readLookups(context, [lookup], scope);
      this.#rows.set(id, rows);
      for (const [rowKey, row] of await rows) found.set(rowKey, row);
    }
    return found;
  }
}

/**
 * Whether an entity's copies of its sources are what the sources say; `undefined` when nobody knows. The
 * sources are those that it would get if it were new.
 */
export async function copiesAreRight(
  task: Task,
  derivation: EmbeddedCopies,
  primary: StoredRow,
  seen: SeenRows,
): Promise<boolean | undefined> {
  const { context } = task;
  const lookups = derivedFrom(context, primary, (row) => derivation.lookups(asNew(row), NOTHING));
  if (!lookups) return undefined;
  const found = await seen.find(task, lookups);
  return derivedFrom(context, primary, (row) => {
    const embedded = derivation.embed(asNew(row), found);
    return embedded === undefined || sameRow(partOf(row, embedded), { ...row, ...embedded });
  });
}

function asNew(row: Row): StoringChange {
  return { primary: { kind: 'insert', row }, after: row, anew: true };
}

/** Those columns of a row that a copy is about. */
function partOf(row: Row, { columns, removed = [] }: Embedded): Row {
  const own = Object.entries(row.columns).filter(([name]) => name in columns || removed.includes(name));
  return { ...row, columns: Object.fromEntries(own) };
}
