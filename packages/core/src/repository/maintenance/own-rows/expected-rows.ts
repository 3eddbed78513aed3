import type { Row } from '../../../edm/index.js';
import { isTablewrightError } from '../../../errors/index.js';
import { isKeyOf } from '../../../keys/index.js';
import type { OwnRow, OwnRows } from '../../../plan/index.js';
import { derivedFrom } from '../rows/primary.js';
import type { Task } from '../task.js';

/** A row that has to be there because an entity is. */
export interface ExpectedRow extends OwnRow {
  readonly derivation: OwnRows;
}

/** All own rows of an entity; `undefined` when it is unreadable. */
export function expectedRows({ context, ownRows }: Task, primary: Row): readonly ExpectedRow[] | undefined {
  return derivedFrom(context, primary, (row) =>
    ownRows.flatMap((derivation) => derivation.derive(row).map((own) => ({ ...own, derivation }))),
  );
}

/** Whether an entity accounts for a row; `undefined` when it is unreadable. */
export function derives(task: Task, derivation: OwnRows, primary: Row, rowKey: string): boolean | undefined {
  return derivedFrom(task.context, primary, (row) =>
    derivation.derive(row).some((own) => own.row.rowKey === rowKey),
  );
}

/**
 * The RowKey of the entity to which a derived row says it belongs. `undefined`: it does not say, or what it says
 * is no key of an entity, so nothing tells that the library wrote it.
 */
export function sourceOf({ context }: Task, derivation: OwnRows, row: Row): string | undefined {
  try {
    // A row that others wrote may hold anything in that column.
    const source: unknown = derivation.sourceOf(row);
    return typeof source === 'string' && isKeyOf(context.model.row, source) ? source : undefined;
  } catch (error) {
    if (isTablewrightError(error)) return undefined;
    throw error;
  }
}
