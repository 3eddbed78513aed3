import { emptyColumns } from '../../edm/index.js';
import { hasCode, OptionsError } from '../../errors/index.js';
import type { CallScope } from '../../store/index.js';
import { asInstance } from '../as-instance.js';
import type { RepositoryContext } from '../context.js';
import { checkSameKey, type GuardOptions, guardOf } from '../guard.js';
import { addressOf } from './read.js';
import { writeEntity, writeRow } from './write.js';

export type UpsertMode = 'merge' | 'replace';

/** Adds a new row. */
export async function insert<E extends object>(
  context: RepositoryContext<E>,
  input: object,
  scope: CallScope,
): Promise<E> {
  const entity = asInstance(context.model, input);
  return writeEntity(context, entity, { kind: 'insert', row: context.codec.encode(entity) }, scope);
}

/** Makes an existing row exactly this entity. */
export async function replace<E extends object>(
  context: RepositoryContext<E>,
  input: object,
  options: GuardOptions,
  scope: CallScope,
): Promise<E> {
  const entity = asInstance(context.model, input);
  const row = context.codec.encode(entity);
  checkSameKey(context, entity, row);
  const ifMatch = guardOf(context, 'replace', entity, options);
  return writeEntity(context, entity, { kind: 'replace', row, ifMatch }, scope);
}

/** Writes the entity whether or not its row exists. */
export async function upsert<E extends object>(
  context: RepositoryContext<E>,
  input: object,
  mode: UpsertMode,
  scope: CallScope,
): Promise<E> {
  if (mode !== 'merge' && mode !== 'replace') {
    throw new OptionsError('mode', "mode is 'merge' or 'replace'.");
  }
  const entity = asInstance(context.model, input);
  const row = context.codec.encode(entity);
  checkSameKey(context, entity, row);
  const kind = mode === 'merge' ? 'upsertMerge' : 'upsertReplace';
  return writeEntity(context, entity, { kind, row }, scope);
}

/** Deletes a row. `false`: there was none, and the caller said force. */
export async function remove(
  context: RepositoryContext,
  target: object,
  options: GuardOptions,
  scope: CallScope,
): Promise<boolean> {
  const keys = addressOf(context, target);
  checkSameKey(context, target, keys);
  const ifMatch = guardOf(context, 'delete', target, options);
  const row = { ...keys, columns: emptyColumns(), types: context.model.types };
  try {
    await writeRow(context, { kind: 'delete', row, ifMatch }, scope);
    return true;
  } catch (error) {
    if (ifMatch === '*' && hasCode(error, 'ENTITY_NOT_FOUND')) return false;
    throw error;
  }
}
