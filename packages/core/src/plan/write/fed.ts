import { emptyColumns, emptyTypes, type Row } from '../../edm/index.js';
import type { Change } from './change.js';
import type { FoundRows } from './derivation.js';
import { withEmbedded } from './embedded.js';

/**
 * Columns of an entity that others fill, such as a total over its children. Whatever its own writers put there, what
 * is stored stays.
 */
export interface FedColumns {
  /** What errors call it. */
  readonly name: string;
  readonly columns: readonly string[];
  /** What a new entity begins with. */
  readonly start: Pick<Row, 'columns' | 'types'>;
  /** Throws when an entity that holds this must not be deleted. */
  checkDelete?(row: Row): void;
}

const NOTHING: FoundRows = new Map();

/** The change with what is stored in such columns, or with what a new row begins with. */
export function keepColumns(change: Change, fed: readonly FedColumns[]): Change {
  const { after, primary } = change;
  if (after === undefined) return change;
  const stored = change.asStored ?? change.before;
  const columns = emptyColumns();
  const types = emptyTypes();
  const removed: string[] = [];
  for (const { columns: names, start } of fed) {
    const from = stored ?? start;
    for (const name of names) {
      const cell = from.columns[name];
      const type = from.types[name];
      if (cell === undefined || type === undefined) removed.push(name);
      else {
        columns[name] = cell;
        types[name] = type;
      }
    }
  }
  const whole = withEmbedded({ ...change, after }, { columns, types, removed }, NOTHING, false);
  const named = [...Object.keys(columns), ...removed].some((name) => primary.row.columns[name] !== undefined);
  // What a merge does not name stays anyway.
  return primary.kind === 'merge' && !named ? { ...whole, primary } : whole;
}
