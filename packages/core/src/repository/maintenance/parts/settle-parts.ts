import type { EntityKeys } from '../../../codec/index.js';
import type { Assembly, RowSplit } from '../../../plan/index.js';
import { rowsOfEntity, type TypedPart, typedPart } from '../../split/index.js';
import type { Finding } from '../finding.js';
import { pauseBeforeLook } from '../look-again.js';
import { pagesOf } from '../rows/read.js';
import type { Task } from '../task.js';
import { removeStrays } from './remove-strays.js';

/** Rows that do not belong together for so long are not just being written. */
const MOST_LOOKS = 6;

/**
 * Looks at the rows of one entity until the verdict holds, then reports it, or removes what belongs to nobody:
 * 1 request for each look, and 1 for every 99 rows that go. A row that is lost cannot be made again.
 */
export async function settleParts(task: Task, split: RowSplit, keys: EntityKeys): Promise<void> {
  let seen: string | undefined;
  for (let look = 1; ; look++) {
    const rows = await entityRows(task, split, keys);
    const assembly = split.assemble(keys.rowKey, rows);
    const { kind, strays } = assembly;
    if (kind !== 'torn' && strays.length === 0) return;
    // The same rows at the same versions, twice: nobody is at work on them.
    const now = rows.map(({ rowKey, etag }) => `${rowKey}\0${etag}`).join('\n');
    const stands = seen === now;
    seen = now;
    if (task.mending && strays.length > 0 && stands) {
      if (await removeStrays(task, split, keys, headOf(assembly, keys, rows), strays)) {
        for (const _ of strays) task.tally.mended('stray');
        if (kind !== 'torn') return;
      }
      seen = undefined;
    } else if (stands) return reportAll(task, split, keys, assembly);
    if (look >= MOST_LOOKS) return unsettled(task, split, keys);
    await pauseBeforeLook(task, look);
  }
}

async function entityRows(task: Task, split: RowSplit, keys: EntityKeys): Promise<readonly TypedPart[]> {
  const rows: TypedPart[] = [];
  for await (const page of pagesOf(task, rowsOfEntity(task.context, split, keys))) {
    rows.push(...page.map(typedPart));
  }
  return rows;
}

function headOf(
  { kind }: Assembly<TypedPart>,
  { rowKey }: EntityKeys,
  rows: readonly TypedPart[],
): TypedPart | undefined {
  return kind === 'absent' ? undefined : rows.find((row) => row.rowKey === rowKey);
}

async function reportAll(
  task: Task,
  { name }: RowSplit,
  { partitionKey, rowKey }: EntityKeys,
  { kind, strays }: Assembly<TypedPart>,
): Promise<void> {
  const place = { derivation: name, partitionKey, primary: rowKey };
  const lost: Finding[] = kind === 'torn' ? [{ kind: 'missing', ...place, rowKey }] : [];
  const more = strays.map((stray): Finding => ({ kind: 'stray', ...place, rowKey: stray.rowKey }));
  for (const finding of [...lost, ...more]) await task.tally.report(finding);
}

function unsettled(task: Task, { name }: RowSplit, { partitionKey, rowKey }: EntityKeys): Promise<void> {
  return task.tally.report({ kind: 'unsettled', derivation: name, partitionKey, rowKey, primary: rowKey });
}
