import type { Assembly, PartRow, RowPart } from '@tablewright/core';
import { readManifest, WIDE_COLUMN } from './manifest.js';
import { readFurtherRowKey } from './row-keys.js';

/** Puts the rows of an entity in order, and tells whether they were laid out together. */
export function assemble<R extends PartRow>(rowKey: string, rows: readonly R[]): Assembly<R> {
  let primary: R | undefined;
  const further: { readonly row: R; readonly set: string; readonly number: number }[] = [];
  for (const row of rows) {
    if (row.rowKey === rowKey) primary = row;
    const named = readFurtherRowKey(row.rowKey);
    if (named?.owner === rowKey) further.push({ row, set: named.set, number: named.number });
  }
  const strays = (set: string, count: number) =>
    further.filter((one) => one.set !== set || one.number > count).map(({ row }) => row);
  if (!primary) return { kind: 'absent', strays: strays('', 0) };
  const manifest = readManifest(primary.cells[WIDE_COLUMN]);
  if (manifest === undefined) return { kind: 'whole', rows: [primary], strays: strays('', 0) };
  if (manifest === 'broken') return { kind: 'torn', strays: [] };
  const { set, revision, count } = manifest;
  const own = further
    .filter((one) => one.set === set && one.number <= count)
    .sort((a, b) => a.number - b.number)
    .map(({ row }) => row);
  const together = own.length === count && own.every(({ cells }) => cells[WIDE_COLUMN] === revision);
  return together
    ? { kind: 'whole', rows: [primary, ...own], strays: strays(set, count) }
    : { kind: 'torn', strays: strays(set, count) };
}

/** Whether rows that were read are an entity: others are only there to be written over. */
export function belongTogether(parts: readonly RowPart[]): boolean {
  const [head, ...further] = parts;
  const manifest = readManifest(head?.marks[WIDE_COLUMN]);
  if (manifest === undefined) return further.length === 0;
  if (manifest === 'broken' || manifest.count !== further.length) return false;
  const { set, revision } = manifest;
  return further.every(
    ({ rowKey, marks }) => readFurtherRowKey(rowKey)?.set === set && marks[WIDE_COLUMN] === revision,
  );
}
