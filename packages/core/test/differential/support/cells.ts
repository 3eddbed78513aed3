import type { Edm, TableEntity } from '@azure/data-tables';
import type { Values } from './everything.js';

/** A cell as the official client takes and gives it: the type by name, the value as text. */
export type Cell = Edm<'Binary' | 'Boolean' | 'DateTime' | 'Double' | 'Guid' | 'Int32' | 'Int64' | 'String'>;
export type Cells = Record<string, { readonly type: Cell['type']; readonly value: string }>;

const TICKS_PER_SECOND = 10_000_000n;
const EPOCH_IN_TICKS = 621_355_968_000_000_000n;

/** The row that the values stand for, worked out here without any help from the library. */
export function cellsOf(values: Values): Cells {
  const cells: Cells = {};
  const put = (name: keyof Values, type: Cell['type'], value: string) => {
    cells[name] = { type, value };
  };
  if (values.text !== undefined) put('text', 'String', values.text);
  if (values.int32 !== undefined) put('int32', 'Int32', `${values.int32}`);
  if (values.int64 !== undefined) put('int64', 'Int64', `${values.int64}`);
  if (values.double !== undefined) put('double', 'Double', `${values.double}`);
  if (values.bool !== undefined) put('bool', 'Boolean', `${values.bool}`);
  if (values.dateTime) put('dateTime', 'DateTime', values.dateTime.toISOString());
  if (values.ticks !== undefined) put('ticks', 'DateTime', isoOfTicks(values.ticks));
  if (values.guid !== undefined) put('guid', 'Guid', values.guid.toLowerCase());
  if (values.binary) put('binary', 'Binary', base64(values.binary));
  if (values.grade !== undefined) put('grade', 'String', values.grade);
  if (values.level !== undefined) put('level', 'Int32', `${values.level}`);
  if (values.json !== undefined) put('json', 'String', JSON.stringify(values.json));
  if (values.point) put('point', 'String', JSON.stringify(values.point));
  return cells;
}

/** An entity for the official client, every type said explicitly. */
export function rawEntity(partitionKey: string, rowKey: string, values: Values): TableEntity {
  return { partitionKey, rowKey, ...cellsOf(values) };
}

/** Byte by byte, so that a view into a larger buffer cannot smuggle its neighbours in. */
function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

export function isoOfTicks(ticks: bigint): string {
  const sinceEpoch = ticks - EPOCH_IN_TICKS;
  const fraction = ((sinceEpoch % TICKS_PER_SECOND) + TICKS_PER_SECOND) % TICKS_PER_SECOND;
  const seconds = Number((sinceEpoch - fraction) / TICKS_PER_SECOND);
  const whole = new Date(seconds * 1000).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  return `${whole}.${fraction.toString().padStart(7, '0')}Z`;
}
