import { isKeyOf, type StoredRow, type UpkeepTools } from '@tablewright/core';
import type { DeferredRows } from '../deferred-rows.js';
import { deleteRows } from '../reconcile/intents.js';
import { targetTable } from '../reconcile/target-table.js';
import { GUARD_PREFIX } from '../rows/guard-row.js';
import { INTENT_PREFIX } from '../rows/intent-row.js';
import { byPartition } from './by-partition.js';
import { pagesBeginning } from './target-pages.js';

/**
 * Deletes the rows of a derivation, their guards, and the intents that nobody will carry out any more. Rows that name
 * no entity are reported and stay.
 */
export async function dropRows(derivation: DeferredRows, tools: UpkeepTools): Promise<void> {
  const { context, scope } = tools;
  const table = targetTable({ context, derivation });
  const { name } = derivation;
  const place = sameName(table, context.table) ? {} : { table };
  const remove = async (where: string, rows: readonly StoredRow[]) => {
    for (const group of byPartition(rows)) {
      const keys = group.map(({ partitionKey, rowKey }) => ({ partitionKey, rowKey }));
      await deleteRows(context.store, where, keys, scope);
    }
  };
  // The intents first: none of them brings anything back then.
  for await (const page of pagesBeginning(context, context.table, INTENT_PREFIX, scope)) {
    await remove(
      context.table,
      page.filter((row) => isOf(row, name) && row.columns['Entity'] === context.model.name),
    );
  }
  for await (const page of pagesBeginning(context, table, derivation.rowPrefix, scope)) {
    const own: StoredRow[] = [];
    for (const row of page) {
      const { partitionKey, rowKey } = row;
      if (derivation.sourceOf(row)) own.push(row);
      else await tools.report({ kind: 'foreign', derivation: name, partitionKey, rowKey, ...place });
    }
    await remove(table, own);
    tools.deleted(own.length);
  }
  for await (const page of pagesBeginning(context, table, GUARD_PREFIX, scope)) {
    await remove(
      table,
      page.filter((row) => isOf(row, name) && isOfEntity(row, context)),
    );
  }
}

function isOf({ columns }: StoredRow, derivation: string): boolean {
  return columns['Derivation'] === derivation;
}

/** Another entity of the table may have an index of the same name. */
function isOfEntity({ columns }: StoredRow, { table, model }: UpkeepTools['context']): boolean {
  const { SourceTable, SourcePartition, SourceRow } = columns;
  return (
    sameName(SourceTable, table) &&
    isKeyOf(model.partition, String(SourcePartition)) &&
    isKeyOf(model.row, String(SourceRow))
  );
}

function sameName(stored: unknown, table: string): boolean {
  return String(stored).toLowerCase() === table.toLowerCase();
}
