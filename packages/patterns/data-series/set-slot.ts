import {
  type Attempts,
  attemptsOf,
  type CallScope,
  hasCode,
  type RepositoryContext,
  type RowOperation,
  startOver,
} from '@tablewright/core';
import { LostRace, racing } from './lost-race.js';
import type { RowMaker } from './row-maker.js';
import { type Cells, readRow, rowOfCells, type SlotRow, writePlan } from './slot-row.js';

/**
 * Merges one cell into the row of a slot: 1 request. 2 where the row has to be looked at first, or is not there yet;
 * 3 where it is a further row, and the entity has to be looked at before it is made.
 */
export async function setSlot(
  context: RepositoryContext,
  maker: RowMaker,
  row: SlotRow,
  cells: Cells,
  options: Attempts,
  scope: CallScope,
): Promise<void> {
  attemptsOf(options);
  for (let attempt = 1; ; attempt++) {
    try {
      return await setOnce(context, maker, row, cells, scope);
    } catch (error) {
      if (!(error instanceof LostRace)) throw error;
      await startOver(context, options, attempt, error.cause, scope);
    }
  }
}

/** The operation that needs no look at the row. */
export function blindOperation(maker: RowMaker, row: SlotRow, cells: Cells): RowOperation {
  if (row.number === 0 && maker.blind) return maker.upsertOwner(row, cells);
  return { kind: 'merge', row: rowOfCells(row, cells), ifMatch: '*' };
}

async function setOnce(
  context: RepositoryContext,
  maker: RowMaker,
  row: SlotRow,
  cells: Cells,
  scope: CallScope,
): Promise<void> {
  const { store } = context;
  if (row.number === 0 && maker.looksFirst) {
    const stored = maker.require(await store.readTyped(readRow(context, row, []), scope));
    const operations: readonly RowOperation[] = stored
      ? [{ kind: 'merge', row: rowOfCells(row, cells), ifMatch: stored.etag }]
      : await maker.make(row, cells, scope);
    await racing(() => store.write(writePlan(context, operations), scope));
    return;
  }
  try {
    await store.write(writePlan(context, [blindOperation(maker, row, cells)]), scope);
  } catch (error) {
    if (!hasCode(error, 'ENTITY_NOT_FOUND')) throw error;
    const operations = await maker.make(row, cells, scope);
    await racing(() => store.write(writePlan(context, operations), scope));
  }
}
