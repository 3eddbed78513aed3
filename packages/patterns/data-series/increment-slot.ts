import {
  type Attempts,
  attemptsOf,
  type CallScope,
  hasCode,
  inTurn,
  OutcomeUnknownError,
  type RepositoryContext,
  type RowOperation,
  type StoredRow,
  startOver,
  UNBOUNDED,
} from '@tablewright/core';
import { LostRace, racing } from './lost-race.js';
import { fateOf, isApplied, OPERATIONS_COLUMN, operationName, withOperation } from './recent-operations.js';
import type { RowMaker } from './row-maker.js';
import { type Cells, readRow, rowOfCells, type SlotRow, writePlan } from './slot-row.js';

/** What an increment makes of a stored cell. Throws where that cannot be. */
export type NextCell<V> = (stored: StoredRow | undefined) => { readonly cells: Cells; readonly value: V };

/**
 * Reads a slot and writes its next value under the row's ETag: 2 requests, and as many again each time that another
 * process was faster. Writers of one process take turns. Each increment leaves its name in the row: so one whose
 * reply was lost is found by reading, and never applied twice.
 */
export async function incrementSlot<V>(
  context: RepositoryContext,
  maker: RowMaker,
  row: SlotRow,
  next: NextCell<V>,
  options: Attempts,
  scope: CallScope,
): Promise<V> {
  attemptsOf(options);
  const { store, origin } = context;
  const id = operationName(store.newId);
  const turn = `${origin}\0${row.partitionKey}\0${row.rowKey}`;
  const increment: Increment<V> = { id, next, sent: undefined };
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTurn([turn], store.clock, scope, () => once(context, maker, row, increment, scope));
    } catch (error) {
      if (!(error instanceof LostRace)) throw error;
      await startOver(context, options, attempt, error.cause, scope);
    }
  }
}

interface Increment<V> {
  readonly id: string;
  readonly next: NextCell<V>;
  /** What the last attempt was to make of the slot. */
  sent: { readonly value: V } | undefined;
}

async function once<V>(
  context: RepositoryContext,
  maker: RowMaker,
  row: SlotRow,
  increment: Increment<V>,
  scope: CallScope,
): Promise<V> {
  const { store } = context;
  const { id, sent } = increment;
  const before = await look(context, row, scope);
  // A request may arrive twice on its way, and be refused because it was applied.
  if (sent && isApplied(id, before)) return sent.value;
  if (row.number === 0) maker.require(before);
  const { cells, value } = increment.next(before);
  increment.sent = { value };
  const named: Cells = { ...cells, [OPERATIONS_COLUMN]: ['Edm.String', withOperation(before, id)] };
  const operations: readonly RowOperation[] = before
    ? [{ kind: 'merge', row: rowOfCells(row, named), ifMatch: before.etag }]
    : await maker.make(row, named, scope);
  try {
    await racing(() => store.write(writePlan(context, operations), scope));
  } catch (error) {
    if (!hasCode(error, 'OUTCOME_UNKNOWN')) throw error;
    await settle(context, row, id, before, error as OutcomeUnknownError, scope);
  }
  return value;
}

function look(context: RepositoryContext, row: SlotRow, scope: CallScope): Promise<StoredRow | undefined> {
  return context.store.readTyped(readRow(context, row, [row.column]), scope);
}

/** Returns where it turns out that the increment was applied. */
async function settle(
  context: RepositoryContext,
  row: SlotRow,
  id: string,
  before: StoredRow | undefined,
  doubt: OutcomeUnknownError,
  scope: CallScope,
): Promise<void> {
  const fate = async (within: CallScope) => fateOf(id, before, await look(context, row, within));
  const now = scope.ended() ? 'unknown' : await fate(scope).catch(() => 'unknown');
  if (now === 'applied') return;
  if (now === 'superseded') throw new LostRace(doubt.cause);
  const resolve = async () => {
    const found = await fate(UNBOUNDED);
    if (found === 'applied' || found === 'unknown') return found;
    return 'notApplied';
  };
  throw new OutcomeUnknownError(context.model.name, doubt.operationId, resolve, doubt.cause);
}
