import { type RawRow, storedColumns } from '../../codec/index.js';
import type { Copied } from '../../plan/index.js';
import type { RepositoryContext } from '../context.js';

/** What an instance knows of its row, with the copies that the library put into it. */
export function withCopies(raw: RawRow, { columns, removed }: Copied): RawRow {
  const all = Object.assign(storedColumns(raw), columns);
  for (const column of removed) delete all[column];
  return all;
}

/** Puts the copies onto the instance, whatever it held before: it says what is stored. A frozen one stays as it is. */
export function carryCopies(
  { model, codec, patterns }: RepositoryContext,
  entity: object,
  { columns, removed }: Copied,
): void {
  if (patterns.stages.length > 0) return;
  const concerned = new Set([...Object.keys(columns), ...removed]);
  for (const { property, column } of model.columns) {
    if (!concerned.has(column)) continue;
    Reflect.set(entity, property, codec.property(property)!.decode(columns[column]));
  }
}
