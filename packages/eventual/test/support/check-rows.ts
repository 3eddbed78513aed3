import type { TableClient } from '@azure/data-tables';
import type { ReferenceSnapshot } from '@tablewright/testing';

const SYSTEM = '\uFFEE';

/** A row as any client sees it. */
export interface SeenRow {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly cells: ReadonlyMap<string, { readonly value: unknown }>;
}

/** What a table holds of the employees of `staff.ts`, taken apart by hand. */
export interface Rows {
  readonly primaries: readonly SeenRow[];
  readonly copies: readonly SeenRow[];
  readonly intents: readonly SeenRow[];
  readonly guards: readonly SeenRow[];
}

export function rowsOf(snapshot: Pick<ReferenceSnapshot, 'tables'>): Rows {
  return takeApart(snapshot.tables.get('Staff') ?? []);
}

/** The same through the official client. */
export async function rowsOfTable(table: TableClient): Promise<Rows> {
  const rows: SeenRow[] = [];
  for await (const { partitionKey, rowKey, ...columns } of table.listEntities()) {
    const cells = new Map(Object.entries(columns).map(([name, value]) => [name, { value }]));
    rows.push({ partitionKey: String(partitionKey), rowKey: String(rowKey), cells });
  }
  return takeApart(rows);
}

function takeApart(rows: readonly SeenRow[]): Rows {
  const beginning = (prefix: string) => rows.filter(({ rowKey }) => rowKey.startsWith(prefix));
  return {
    primaries: beginning('empid_'),
    copies: beginning('age_'),
    intents: beginning(`${SYSTEM}intent `),
    guards: beginning(`${SYSTEM}guard `),
  };
}

/** Entities whose copies are not what they should be, by the RowKey of the entity. */
export function wrongCopies({ primaries, copies }: Rows): ReadonlyMap<string, string> {
  const wanted = new Map<string, string>();
  for (const { partitionKey, rowKey, cells } of primaries) {
    const age = cells.get('age')?.value;
    if (age === undefined) continue;
    const place = `age_${String(age).padStart(3, '0')} age_${partitionKey}  ${rowKey}`;
    wanted.set(rowKey, `${place} ${String(cells.get('email')?.value)}`);
  }
  const there = new Map<string, string[]>();
  for (const { partitionKey, rowKey, cells } of copies) {
    const source = String(cells.get('tw__row')?.value);
    const known = there.get(source) ?? [];
    known.push(`${partitionKey} ${rowKey} ${String(cells.get('email')?.value)}`);
    there.set(source, known);
  }
  const wrong = new Map<string, string>();
  for (const source of new Set([...wanted.keys(), ...there.keys()])) {
    const should = wanted.has(source) ? [wanted.get(source)] : [];
    const is = there.get(source) ?? [];
    if (should.join() !== is.join()) wrong.set(source, `wanted [${should}], stored [${is}]`);
  }
  return wrong;
}

/** A1: whatever differs from the entity is covered by an intent. */
export function checkCovered(rows: Rows): void {
  const covered = new Set(rows.intents.map(({ cells }) => cells.get('Row')?.value));
  for (const [source, why] of wrongCopies(rows)) {
    if (!covered.has(source)) throw new Error(`A1: nothing covers ${source}: ${why}`);
  }
}

/** A4, at the end: nothing is left to be done, and everything is as the entities have it. */
export function checkSettled(rows: Rows): void {
  if (rows.intents.length > 0) throw new Error(`${rows.intents.length} intents are left`);
  for (const [source, why] of wrongCopies(rows)) throw new Error(`A4: ${source}: ${why}`);
}
