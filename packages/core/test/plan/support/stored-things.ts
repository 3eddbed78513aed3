import type { TableClient, TableEntity } from '@azure/data-tables';
import type { EntityCodec } from '../../../src/codec/index.js';
import type { CellValue, EdmType } from '../../../src/edm/index.js';
import { type QueryPlan, satisfies } from '../../../src/plan/index.js';
import type { ThingValues } from './thing.js';

const address = (partitionKey: string, rowKey: string) => JSON.stringify([partitionKey, rowKey]);

/** Entities by the keys of their rows, as they are read back. */
export type Stored = ReadonlyMap<string, object>;

/** Writes rows through the official client. The last entity under a key is the one that is stored. */
export async function storeThings(
  table: TableClient,
  codec: EntityCodec,
  things: readonly ThingValues[],
): Promise<Stored> {
  const stored = new Map<string, object>();
  for (const thing of things) {
    const { partitionKey, rowKey, columns, types } = codec.encode(thing);
    // Rows of other writers: without the column of a default, and with finer times than a Date has.
    const cells: Record<string, CellValue> = { ...columns };
    if (thing.level === undefined) delete cells['level'];
    if (typeof cells['seen'] === 'string') cells['seen'] = cells['seen'].replace('Z', '7654Z');
    await table.upsertEntity(rawEntity(partitionKey, rowKey, cells, types), 'Replace');
    stored.set(address(partitionKey, rowKey), codec.decode(cells, { partitionKey, rowKey }));
  }
  return stored;
}

/** What the service gives for a plan's parts, checked by its residual: the addresses, in the order they came. */
export async function runPlan(
  table: TableClient,
  codec: EntityCodec,
  plan: QueryPlan,
  stored: Stored,
): Promise<{ readonly found: string[]; readonly received: string[] }> {
  const received: string[] = [];
  for (const part of plan.parts) {
    if (part.kind === 'pointRead') {
      const at = address(part.partitionKey, part.rowKey);
      if (stored.has(at)) received.push(at);
      continue;
    }
    const queryOptions = part.filter === undefined ? {} : { filter: part.filter };
    for await (const row of table.listEntities({ queryOptions })) {
      received.push(address(row.partitionKey!, row.rowKey!));
    }
  }
  const passes = (at: string) => {
    const entity = stored.get(at);
    if (entity === undefined) return false;
    return plan.residual === undefined || satisfies(codec, plan.residual, entity);
  };
  return { found: received.filter(passes), received };
}

function rawEntity(
  partitionKey: string,
  rowKey: string,
  cells: Readonly<Record<string, CellValue>>,
  types: Readonly<Record<string, EdmType>>,
): TableEntity {
  const entity: TableEntity<Record<string, unknown>> = { partitionKey, rowKey };
  for (const [name, value] of Object.entries(cells)) {
    entity[name] = { type: types[name]!.slice('Edm.'.length), value: String(value) };
  }
  return entity;
}
