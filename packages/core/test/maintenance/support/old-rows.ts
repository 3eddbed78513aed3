import type { EmbeddedStorage } from '@tablewright/testing';

/** People from the time before there were patterns: a third of them are in a team. */
export async function oldRows(
  emulator: EmbeddedStorage,
  table: string,
  count: number,
  offices: readonly string[] = ['Bonn'],
): Promise<void> {
  const raw = emulator.rawTable(table);
  await raw.createTable();
  for (const office of offices) {
    for (let from = 1; from <= count; from += 100) {
      const ids = Array.from({ length: Math.min(100, count - from + 1) }, (_, n) => from + n);
      await raw.submitTransaction(ids.map((id) => ['create', oldRow(office, id)]));
    }
  }
}

function oldRow(partitionKey: string, id: number) {
  const rowKey = `person_${String(id).padStart(6, '0')}`;
  const team = id % 2 === 0 ? 'red' : 'blue';
  return { partitionKey, rowKey, email: `p${id}@contoso.com`, ...(id % 3 === 0 && { team }) };
}
