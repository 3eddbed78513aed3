import type { StoredRow } from '../../edm/index.js';
import { type Derivation, type FoundRows, type Lookup, nameOfLookup, scanRows } from '../../plan/index.js';
import type { CallScope, Continuation } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import { pointRead } from '../point-read.js';
import { readSplitTyped } from '../split/index.js';
import type { Image } from './image.js';
import { byRow, type Images, lookups, type RowWrites, type WorkedOut } from './plan-writes.js';
import type { PreparedWrite } from './prepared.js';
import type { Numbered } from './several-writes.js';

/** The stored rows that writes must see, and those to look at `again`: 1 request each, side by side. */
export async function readImages(
  writes: readonly PreparedWrite[],
  scope: CallScope,
  rows?: readonly RowWrites[],
  again?: ReadonlySet<number>,
): Promise<Images> {
  const reading = rowsToRead(writes, rows, again);
  const images = new Map<number, Image | null>();
  if (reading.length === 0) return images;
  await Promise.all(
    reading.map(async ({ write, item }) => {
      images.set(item, (await readImage(write, scope)) ?? null);
    }),
  );
  return images;
}

function readImage(
  { context, keys, storesAnew = false }: PreparedWrite,
  scope: CallScope,
): Promise<Image | undefined> {
  const { split } = context.patterns;
  return split
    ? readSplitTyped(context, split, keys, scope, storesAnew)
    : context.store.readTyped(pointRead(context, keys), scope);
}

/**
 * The writes whose rows have to be read, one for each row: those that say so, and those that are followed by
 * others of the same row. What is inserted first need not be read.
 */
export function rowsToRead(
  writes: readonly PreparedWrite[],
  rows: readonly RowWrites[] = byRow(writes),
  again?: ReadonlySet<number>,
): readonly Numbered[] {
  const reading: Numbered[] = [];
  for (const row of rows) {
    const first = row[0]!;
    const several = row.length > 1 && first.write.verb !== 'insert';
    if (several || first.write.readsBecause !== undefined || again?.has(first.item)) reading.push(first);
  }
  return reading;
}

/** The rows that derivations ask to see, and then those of which they only hear that way. */
export async function lookAround(
  context: RepositoryContext,
  work: Pick<WorkedOut, 'entities'>,
  scope: CallScope,
): Promise<FoundRows> {
  const asked = new Set<string>();
  const found = new Map<string, StoredRow>();
  for (;;) {
    const wanted = lookups(work, found).filter((lookup) => !asked.has(nameOfLookup(lookup)));
    if (wanted.length === 0) return found;
    for (const lookup of wanted) asked.add(nameOfLookup(lookup));
    for (const [rowKey, row] of await readLookups(context, wanted, scope)) found.set(rowKey, row);
    // Only those who copy may hear of more.
    if (!work.entities.some(({ derivations }) => derivations.some(isCopies))) return found;
  }
}

function isCopies({ kind }: Derivation): boolean {
  return kind === 'embeddedCopies';
}

/** The rows that derivations asked to see: 1 request for each row, or for each page of a range. */
export async function readLookups(
  context: RepositoryContext,
  lookups: readonly Lookup[],
  scope: CallScope,
): Promise<Map<string, StoredRow>> {
  const found = new Map<string, StoredRow>();
  await Promise.all(
    lookups.map(async (lookup) => {
      for (const row of await readLookup(context, lookup, scope)) found.set(row.rowKey, row);
    }),
  );
  return found;
}

async function readLookup(
  context: RepositoryContext,
  lookup: Lookup,
  scope: CallScope,
): Promise<readonly StoredRow[]> {
  const { store, model, table } = context;
  if ('rowKey' in lookup) {
    const row = await store.readTyped(pointRead(context, lookup), scope);
    return row ? [row] : [];
  }
  const { partitionKey, from, to } = lookup;
  const plan = scanRows({ entity: model.name, table, partitionKey, from, to });
  const rows: StoredRow[] = [];
  let after: Continuation | undefined;
  do {
    const page = await store.listTyped(plan, after ? { after } : {}, scope);
    rows.push(...page.rows);
    after = page.next;
  } while (after);
  return rows;
}
