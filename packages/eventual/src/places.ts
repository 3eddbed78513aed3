/** A partition of a table. */
export interface Place {
  readonly table: string;
  readonly partition: string;
}

/** Whether the service has such a partition. */
export function isPlace(value: unknown): value is Place {
  const { table, partition } = (value ?? {}) as Partial<Record<keyof Place, unknown>>;
  return isTableName(table) && isKey(partition) && partition !== '';
}

const LONGEST_KEY = 512;
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f/\\#?]/;

/** Whether a row may have it. */
export function isKey(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= LONGEST_KEY && !FORBIDDEN.test(value) && value.isWellFormed()
  );
}

/** Whether the service takes it. */
export function isTableName(name: unknown): name is string {
  return (
    typeof name === 'string' && /^[A-Za-z][A-Za-z0-9]{2,62}$/.test(name) && name.toLowerCase() !== 'tables'
  );
}

/** The service takes tables for the same whose names differ in case. */
export function placeName({ table, partition }: Place): string {
  return `${table.toLowerCase()}\0${partition}`;
}

/** Each place once, in the order in which they come. */
export function distinct(places: Iterable<Place>): readonly Place[] {
  const known = new Map<string, Place>();
  for (const place of places) {
    const name = placeName(place);
    if (!known.has(name)) known.set(name, { table: place.table, partition: place.partition });
  }
  return [...known.values()];
}
