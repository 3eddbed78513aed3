import type { EntityKeys } from '../../codec/index.js';
import { type Assembly, type PartRow, type RowSplit, type ScanPlan, scanRows } from '../../plan/index.js';
import type { CallScope, Continuation, Listed, PageRequest, ReadRow } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import { EntityTornError } from '../errors.js';
import type { Image } from '../write/image.js';
import { joinRaw, joinTyped, rawPart, typedPart } from './joined.js';

/** Rows that do not belong together, and that nobody writes for so many looks, are damaged. */
const SAME_LOOKS = 4;
/** However often somebody writes them. */
const MOST_LOOKS = 40;
const PAUSE_MS = 20;

/** The rows of an entity lie behind one another: one listing has them all. */
export function rowsOfEntity(context: RepositoryContext, split: RowSplit, keys: EntityKeys): ScanPlan {
  const { model, table } = context;
  const { partitionKey, rowKey } = keys;
  return scanRows({ entity: model.name, table, partitionKey, from: rowKey, to: split.endOf(rowKey) });
}

/** An entity that may take several rows: 1 request for each page of them. */
export function readSplit(
  context: RepositoryContext,
  split: RowSplit,
  keys: EntityKeys,
  scope: CallScope,
): Promise<ReadRow | undefined> {
  const { store } = context;
  const list: List<ReadRow> = (plan, page) => store.list(plan, page, scope);
  return read(context, split, keys, scope, list, rawPart, joinRaw);
}

/** The same with the types of all columns. `torn`: all rows that there are, where they do not belong together. */
export function readSplitTyped(
  context: RepositoryContext,
  split: RowSplit,
  keys: EntityKeys,
  scope: CallScope,
  torn = false,
): Promise<Image | undefined> {
  const { store } = context;
  return read(
    context,
    split,
    keys,
    scope,
    (plan, page) => store.listTyped(plan, page, scope),
    typedPart,
    joinTyped,
    torn,
  );
}

type List<R> = (plan: ScanPlan, page: PageRequest) => Promise<Listed<R>>;

async function read<R, P extends PartRow, T>(
  context: RepositoryContext,
  split: RowSplit,
  keys: EntityKeys,
  scope: CallScope,
  list: List<R>,
  asPart: (row: R) => P,
  join: (split: RowSplit, parts: readonly P[]) => T,
  torn = false,
): Promise<T | undefined> {
  const plan = rowsOfEntity(context, split, keys);
  let [same, seen] = [0, ''];
  for (let look = 1; ; look++) {
    const rows = (await listAll(plan, list)).map(asPart);
    const assembly: Assembly<P> = split.assemble(keys.rowKey, rows);
    if (assembly.kind === 'whole') return join(split, assembly.rows);
    if (assembly.kind === 'absent') return undefined;
    // Somebody wrote them between two pages, or is about to finish: a second look shows it.
    const now = rows.map(({ rowKey, etag }) => `${rowKey}\0${etag}`).join('\n');
    same = now === seen ? same + 1 : 1;
    seen = now;
    if (same === SAME_LOOKS || look === MOST_LOOKS) {
      if (torn) return join(split, ownRows(split, keys, rows));
      throw new EntityTornError(context.model.name, split.name);
    }
    await context.store.clock.sleep(PAUSE_MS * same, scope.signal).catch(() => {});
    const ended = scope.ended();
    if (ended) throw ended;
  }
}

/** The primary row, and whatever further rows there are. */
function ownRows<P extends PartRow>(
  split: RowSplit,
  { rowKey }: EntityKeys,
  rows: readonly P[],
): readonly P[] {
  const isPrimary = (row: P) => row.rowKey === rowKey;
  return [...rows.filter(isPrimary), ...rows.filter((row) => split.ownerOf(row.rowKey) === rowKey)];
}

async function listAll<R>(plan: ScanPlan, list: List<R>): Promise<readonly R[]> {
  const rows: R[] = [];
  let after: Continuation | undefined;
  do {
    const page = await list(plan, after ? { after } : {});
    rows.push(...page.rows);
    after = page.next;
  } while (after);
  return rows;
}
