import { emptyColumns } from '../edm/index.js';
import { SYSTEM_COLUMN_PREFIX } from '../limits/index.js';
import type { EntityModel, StoredColumns } from '../model/index.js';
import { UpgradeError } from './errors.js';
import type { RawRow } from './raw-row.js';
import { versionOf } from './row-version.js';
import { storedColumns } from './typed-row.js';

/** A stored row as the class's own version would have written it; the row itself when it is not older. */
export function upgradeRow(model: EntityModel, raw: RawRow): RawRow {
  const from = versionOf(model, raw);
  let columns: StoredColumns | undefined;
  for (const [step, upgrade] of model.upgrades) {
    if (step < from) continue;
    columns = upgraded(model.name, step, upgrade, columns ?? ownColumns(model, raw));
  }
  return columns ?? raw;
}

/** The columns that an older row has, and that no upgrader left in place nor the class maps. */
export function droppedColumns(model: EntityModel, raw: RawRow): readonly string[] {
  const columns = upgradeRow(model, raw);
  if (columns === raw) return [];
  return Object.keys(ownColumns(model, raw)).filter(
    (column) => columns[column] === undefined && model.types[column] === undefined,
  );
}

/** What is the upgraders' business: neither the library's own columns nor the discriminator. */
function ownColumns(model: EntityModel, raw: RawRow): StoredColumns {
  const columns = storedColumns(raw);
  for (const column in columns) {
    if (column.startsWith(SYSTEM_COLUMN_PREFIX) || column === model.discriminator?.column) {
      delete columns[column];
    }
  }
  return columns;
}

function upgraded(
  entity: string,
  step: number,
  upgrade: (columns: StoredColumns) => unknown,
  columns: StoredColumns,
): StoredColumns {
  let cells: readonly (readonly [string, unknown])[] | undefined;
  try {
    const returned = upgrade(columns);
    cells = isRecord(returned) ? Object.entries(returned) : undefined;
  } catch (cause) {
    throw new UpgradeError(entity, step, 'threw an error', { cause });
  }
  if (!cells) throw new UpgradeError(entity, step, 'did not return an object of columns');
  const next = emptyColumns();
  for (const [column, cell] of cells) {
    if (cell === undefined || cell === null) continue;
    if (typeof cell !== 'string' && typeof cell !== 'number' && typeof cell !== 'boolean') {
      throw new UpgradeError(
        entity,
        step,
        'returned a column that is neither text nor a number nor a boolean',
      );
    }
    next[column] = cell;
  }
  return next;
}

/** A promise, an array or an instance would silently read as a row without columns. */
function isRecord(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
