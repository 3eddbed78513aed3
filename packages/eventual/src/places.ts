/** A partition of a table. */
export interface Place {
  readonly table: string;
  readonly partition: string;
}

export function isPlace(value: unknown): value is Place {
  const { table, partition } = (value ?? {}) as Partial<Record<keyof Place, unknown>>;
  return typeof table === 'string' && typeof partition === 'string';
}

/** Whether the service takes it. */
export function isTableName(name: unknown): name is string {
  return (
    typeof name === 'string' && /^[A-Za-z][A-Za-z0-9]{2,62}$/.test(name) && name.toLowerCase() !== 'tables'
  );
}

export function placeName({ table, partition }: Place): string {
  return `${table}\0${partition}`;
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
