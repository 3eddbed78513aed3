const PREFIX = 'empid_';

/** The RowKey, written by hand as users of the plain SDK do. */
export function rowKeyOf(id: number): string {
  return PREFIX + String(id).padStart(6, '0');
}

export function idOf(rowKey: string): number {
  return Number(rowKey.slice(PREFIX.length));
}
