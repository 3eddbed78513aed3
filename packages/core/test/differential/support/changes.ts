import type { TableClient } from '@azure/data-tables';
import type { RowOperation } from '@tablewright/core';
import fc from 'fast-check';
import { values } from './arbitraries.js';
import { rawEntity } from './cells.js';
import { type EverythingRepository, everything, type Values } from './everything.js';

export const GROUP = 'group';

/** One row's fate: what was there, and what is done to it. */
export interface Change {
  readonly name: string;
  readonly kind: RowOperation['kind'];
  /** Left out: there was no row. */
  readonly before?: Values;
  readonly after: Values;
  /** Whether the operation names the version that it changes. */
  readonly guarded: boolean;
}

const change = fc
  .record({
    kind: fc.constantFrom<RowOperation['kind']>(
      'insert',
      'replace',
      'merge',
      'upsertReplace',
      'upsertMerge',
      'delete',
    ),
    before: values,
    existed: fc.boolean(),
    // Rows without any column are a test of their own.
    after: values.map((some) => ({ int32: 1, ...some })),
    guarded: fc.boolean(),
  })
  .map(({ kind, before, existed, after, guarded }): Omit<Change, 'name'> => {
    const exists = kind === 'insert' ? false : kind.startsWith('upsert') ? existed : true;
    return { kind, after, guarded, ...(exists && { before }) };
  });

/** Changes of different rows, in no particular order of keys. */
export const changes = fc
  .array(change, { minLength: 2, maxLength: 12 })
  .map((list) => list.map((one, index): Change => ({ ...one, name: `${(index * 7) % 12}'%é` })));

/** Puts the rows there that the changes start from; their ETags by name. */
export async function seed(raw: TableClient, list: readonly Change[]): Promise<ReadonlyMap<string, string>> {
  const etags = new Map<string, string>();
  for (const { name, before } of list) {
    if (before) etags.set(name, (await raw.createEntity(rawEntity(GROUP, name, before))).etag!);
  }
  return etags;
}

/** The change as a physical operation of the library. */
export function operationOf(
  entities: EverythingRepository,
  { name, kind, after, guarded }: Change,
  etags: ReadonlyMap<string, string>,
): RowOperation {
  const row = entities.context.codec.encode(everything(GROUP, name, after));
  if (kind === 'insert' || kind === 'upsertReplace' || kind === 'upsertMerge') return { kind, row };
  return { kind, row, ifMatch: guarded ? etags.get(name)! : '*' };
}

/** The same change by the official client, as an operation of its own. */
export async function applyRaw(raw: TableClient, { name, kind, after }: Change): Promise<void> {
  const entity = rawEntity(GROUP, name, after);
  switch (kind) {
    case 'insert':
      await raw.createEntity(entity);
      break;
    case 'replace':
      await raw.updateEntity(entity, 'Replace');
      break;
    case 'merge':
      await raw.updateEntity(entity, 'Merge');
      break;
    case 'upsertReplace':
      await raw.upsertEntity(entity, 'Replace');
      break;
    case 'upsertMerge':
      await raw.upsertEntity(entity, 'Merge');
      break;
    case 'delete':
      await raw.deleteEntity(GROUP, name);
      break;
  }
}
