import type { RowSplit } from '../../plan/index.js';
import { type CallScope, type ReadRow, sideBySide } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import { joinRaw, type RawPart, rawPart } from './joined.js';
import { readSplit } from './read-entity-rows.js';

/**
 * The entities among some rows of a listing, in the same order. One whose rows are not all among them, or do not
 * belong together, is read on its own: 1 request for each, which is at most one at each end of a page.
 */
export async function joinRows(
  context: RepositoryContext,
  split: RowSplit,
  rows: readonly ReadRow[],
  scope: CallScope,
): Promise<readonly ReadRow[]> {
  const groups = groupRows(split, rows);
  if (groups.every(({ parts }) => parts.length === 1 && !split.goesOn(parts[0]!.cells))) {
    return groups.map(({ parts }) => parts[0]!.row);
  }
  const joined = await sideBySide(groups, scope, async ({ rowKey, parts }, within) => {
    const assembly = split.assemble(rowKey, parts);
    if (assembly.kind === 'whole') return joinRaw(split, assembly.rows);
    const { partitionKey } = parts[0]!.row;
    return readSplit(context, split, { partitionKey, rowKey }, within);
  });
  return joined.filter((row) => row !== undefined);
}

interface Group {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly parts: RawPart[];
}

/** By primary row. Further rows whose primary row is not here belong to an entity that was handed out before. */
function groupRows(split: RowSplit, rows: readonly ReadRow[]): readonly Group[] {
  const groups: Group[] = [];
  const open = new Map<string, Group>();
  for (const row of rows) {
    const { partitionKey, rowKey } = row;
    const owner = split.ownerOf(rowKey);
    const part = rawPart(row);
    if (owner !== undefined) open.get(`${partitionKey}\0${owner}`)?.parts.push(part);
    else {
      const group = { partitionKey, rowKey, parts: [part] };
      groups.push(group);
      open.set(`${partitionKey}\0${rowKey}`, group);
    }
  }
  return groups;
}
