import {
  type CallScope,
  type Continuation,
  type EntityKeys,
  EntityTornError,
  type PointReadPlan,
  type ReadRow,
  type RepositoryContext,
  type ScanPlan,
  StoredValueError,
  scanRows,
} from '@tablewright/core';
import type { CompiledSeries } from './compile-series.js';
import { endOfRows, ownerOf } from './row-keys.js';
import { readRow } from './slot-row.js';
import type { ReadSlots } from './slot-values.js';
import { lostRows, type Marks } from './split.js';

/** Of the columns as they stand in the address; services refuse addresses of several times as much. */
const MOST_SELECTED = 4_000;
/** Rows that do not belong together for so many looks are damaged. */
const MOST_LOOKS = 4;
const PAUSE_MS = 20;

/** Some neighbouring slots of an entity, from `from` up to `to`. */
export interface Asked {
  readonly owner: EntityKeys;
  readonly from: number;
  readonly to: number;
}

/** How they are read: their row, or the rows from the first to the last of them. */
export function planRead(
  context: RepositoryContext,
  series: CompiledSeries,
  marks: Marks,
  { owner, from, to }: Asked,
): PointReadPlan | ScanPlan {
  const { model, table } = context;
  const [first, last] = [series.rowOf(from), series.rowOf(to - 1)];
  const columns = Array.from({ length: to - from }, (_, place) => series.columnOf(from + place));
  if (first === last) {
    const plan = readRow(context, { ...owner, rowKey: series.rowKeyOf(owner.rowKey, first) }, columns);
    const { select = [], ...whole } = plan;
    return isShort(select) ? plan : whole;
  }
  const select = ['PartitionKey', 'RowKey', 'Timestamp', ...(first === 0 ? marks.keys() : []), ...columns];
  if (model.discriminator) select.push(model.discriminator.column);
  return scanRows({
    entity: model.name,
    table,
    partitionKey: owner.partitionKey,
    from: series.rowKeyOf(owner.rowKey, first),
    to: endOfRows(series.rowKeyOf(owner.rowKey, last)),
    ...(isShort(select) && { select }),
  });
}

/** Reads them: 1 request, or 1 for each page of rows. */
export async function readSlots(
  context: RepositoryContext,
  series: CompiledSeries,
  marks: Marks,
  asked: Asked,
  scope: CallScope,
): Promise<ReadSlots<number | bigint | undefined>> {
  const { owner, from, to } = asked;
  const rows = await togetherRows(context, series, marks, asked, scope);
  const primary = rows.get(owner.rowKey);
  const found = primary && !context.codec.accepts(primary.raw) ? new Map<string, ReadRow>() : rows;
  const written = new Set<number>();
  const values = Array.from({ length: to - from }, (_, place) => {
    const index = from + place;
    const row = found.get(series.rowKeyOf(owner.rowKey, series.rowOf(index)));
    const value = row && slotValue(context, series, row, series.columnOf(index));
    if (value !== undefined) written.add(place);
    return value ?? series.missing;
  });
  return { from, values, written, exists: found.size > 0 };
}

/** The rows of an entity. One that is missing may just have been deleted with all the others: a second look tells. */
async function togetherRows(
  context: RepositoryContext,
  series: CompiledSeries,
  marks: Marks,
  asked: Asked,
  scope: CallScope,
): Promise<ReadonlyMap<string, ReadRow>> {
  const plan = planRead(context, series, marks, asked);
  const { rowKey } = asked.owner;
  for (let look = 1; ; look++) {
    const rows = await rowsOf(context, plan, scope);
    const own = new Map(
      rows
        .filter((row) => row.rowKey === rowKey || ownerOf(row.rowKey) === rowKey)
        .map((row) => [row.rowKey, row]),
    );
    if (!isTorn(marks, own, series, asked)) return own;
    if (look === MOST_LOOKS) throw new EntityTornError(context.model.name, 'DataSeries');
    await context.store.clock.sleep(PAUSE_MS * look, scope.signal).catch(() => {});
    const ended = scope.ended();
    if (ended) throw ended;
  }
}

/** Whether the entity's own row tells of one that was asked for, and is not there. */
function isTorn(
  marks: Marks,
  own: ReadonlyMap<string, ReadRow>,
  series: CompiledSeries,
  { owner, to }: Asked,
): boolean {
  const primary = own.get(owner.rowKey);
  if (!primary) return false;
  const last = series.rowOf(to - 1);
  const asked = new Set(Array.from({ length: last + 1 }, (_, row) => series.rowKeyOf(owner.rowKey, row)));
  const concerned = new Map([...marks].filter(([, keyOf]) => asked.has(keyOf(owner.rowKey))));
  const { rowKey, etag, raw: cells } = primary;
  return lostRows(concerned, { rowKey, etag, cells }, own);
}

function slotValue(
  { model }: RepositoryContext,
  { name, kind }: CompiledSeries,
  { raw }: ReadRow,
  column: string,
): number | bigint | undefined {
  const cell = raw[column];
  if (cell === undefined || cell === null) return undefined;
  const value = kind.decode(cell);
  if (value !== undefined) return value;
  throw new StoredValueError({ entity: model.name, property: name, expected: kind.expects, column });
}

async function rowsOf(
  { store }: RepositoryContext,
  plan: PointReadPlan | ScanPlan,
  scope: CallScope,
): Promise<readonly ReadRow[]> {
  if (plan.kind === 'pointRead') {
    const row = await store.read(plan, scope);
    return row ? [row] : [];
  }
  const rows: ReadRow[] = [];
  let after: Continuation | undefined;
  do {
    const page = await store.list(plan, after ? { after } : {}, scope);
    rows.push(...page.rows);
    after = page.next;
  } while (after);
  return rows;
}

function isShort(columns: readonly string[]): boolean {
  return columns.reduce((sum, name) => sum + encodeURIComponent(name).length + 1, 0) <= MOST_SELECTED;
}
