import type { ReferenceSnapshot } from '@tablewright/testing';

type Snapshot = Pick<ReferenceSnapshot, 'tables'>;
type Cells = ReadonlyMap<string, { readonly value: unknown }>;

/** Texts that name rows with all that they hold, by the index and the RowKey of the client: `byCity client_0001`. */
export type Copies = ReadonlyMap<string, ReadonlySet<string>>;

export interface ClientRows {
  /** What the clients that are stored ask for. */
  readonly wanted: Copies;
  readonly stored: Copies;
  /** For which index of which client there is an intent. */
  readonly intents: readonly string[];
}

const SYSTEM = '\uFFEE';

/** What is stored, taken apart and derived anew by hand. `own`: copies that the library wrote, and no others. */
export function clientRowsOf({ tables }: Snapshot, own = false): ClientRows {
  const wanted = new Map<string, Set<string>>();
  const stored = new Map<string, Set<string>>();
  const intents: string[] = [];
  for (const table of ['Clients', 'Index']) {
    for (const { partitionKey, rowKey, cells } of tables.get(table) ?? []) {
      const cell = (name: string) => cells.get(name)?.value;
      if (rowKey.startsWith(`${SYSTEM}intent `)) intents.push(`${cell('Derivation')} ${cell('Row')}`);
      else if (rowKey.startsWith(SYSTEM) || partitionKey.startsWith(SYSTEM)) continue;
      else if (rowKey.startsWith('client_')) {
        for (const [index, row] of wantedBy(partitionKey, rowKey, cells))
          add(wanted, `${index} ${rowKey}`, row);
      } else if (!own || cells.has('tw__v')) {
        const [index, content] = storedAs(rowKey, cells);
        add(stored, `${index} ${cell('tw__row')}`, `${table} ${partitionKey} ${rowKey} ${content}`);
      }
    }
  }
  return { wanted, stored, intents };
}

function add(to: Map<string, Set<string>>, name: string, row: string): void {
  to.set(name, (to.get(name) ?? new Set()).add(row));
}

const valuesOf = (cells: Cells) =>
  JSON.stringify(['email', 'city', 'visits', 'active', 'tags'].map((name) => cells.get(name)?.value));

/** The rows of each index that a client is to have. */
function* wantedBy(partition: string, row: string, cells: Cells): Iterable<readonly [string, string]> {
  const [email, city, visits, active, tags = '[]'] = ['email', 'city', 'visits', 'active', 'tags'].map(
    (name) => cells.get(name)?.value,
  );
  const end = `  ${partition}  ${row}`;
  yield ['byEmail', `Clients emails email_${email}${end} ${visits}`];
  if (city !== undefined) yield ['byCity', `Clients city_${city} city_${email}${end} ${valuesOf(cells)}`];
  for (const tag of JSON.parse(String(tags)) as string[]) {
    yield ['byTag', `Index tags_${partition} tag_${tag}  ${row} ${email}`];
  }
  if (city !== undefined && active === true) yield ['byTeam', `Index team_${city} team${end} `];
}

/** Of which index a row is, and what it tells. */
function storedAs(rowKey: string, cells: Cells): readonly [string, string] {
  if (rowKey.startsWith('email_')) return ['byEmail', String(cells.get('visits')?.value)];
  if (rowKey.startsWith('city_')) return ['byCity', valuesOf(cells)];
  if (rowKey.startsWith('tag_')) return ['byTag', String(cells.get('email')?.value)];
  if (rowKey.startsWith('team')) return ['byTeam', ''];
  throw new Error(`No row of a client begins like ${rowKey}.`);
}
