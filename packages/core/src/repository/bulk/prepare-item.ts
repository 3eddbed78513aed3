import { OptionsError } from '../../errors/index.js';
import type { RepositoryContext } from '../context.js';
import type { GuardOptions } from '../guard.js';
import { prepareAnyUpdate } from '../operations/index.js';
import { prepareDelete } from '../write/prepare-delete.js';
import { prepareInsert } from '../write/prepare-insert.js';
import { prepareReplace } from '../write/prepare-replace.js';
import { prepareUpsert, type UpsertMode } from '../write/prepare-upsert.js';
import type { PreparedWrite, Verb } from '../write/prepared.js';
import { BoundBulkItem } from './bound-item.js';

/** An item whose shape is known to be right. */
export interface OpenItem {
  readonly context: RepositoryContext;
  readonly verb: Verb;
  /** What the verb is about: an entity or a key. */
  readonly target: object;
  readonly mode: UpsertMode;
  readonly changes: Readonly<Record<string, unknown>> | undefined;
  readonly guard: GuardOptions;
}

/** What each verb may have beside it. */
const MORE: Readonly<Record<Verb, readonly string[]>> = {
  insert: [],
  upsert: ['mode'],
  replace: ['ifMatch', 'force'],
  update: ['changes', 'ifMatch', 'force'],
  delete: ['ifMatch', 'force'],
};

/** Reads an item once, so that what it says cannot change between two looks. */
export function openItem(own: RepositoryContext, value: unknown): OpenItem {
  const { context, item } = BoundBulkItem.open(value) ?? { context: own, item: value };
  if (typeof item !== 'object' || item === null || Array.isArray(item)) refuse(context);
  const fields: Readonly<Record<string, unknown>> = { ...item };
  const names = Object.keys(fields);
  const verb = verbOf(names) ?? refuse(context);
  if (names.length > 1 && names.some((name) => name !== verb && !MORE[verb].includes(name))) {
    throw new OptionsError('item', `${context.model.name}: an item that says ${verb} takes no such field.`);
  }
  const { [verb]: target, mode = 'merge', changes, ifMatch, force } = fields;
  return {
    context: context.memberOf?.(target as object) ?? context,
    verb,
    target: target as object,
    mode: mode as UpsertMode,
    changes: pinned(changes),
    guard: ifMatch === undefined && force === undefined ? NO_GUARD : given(ifMatch, force),
  };
}

const NO_GUARD: GuardOptions = Object.freeze({});

function given(ifMatch: unknown, force: unknown): GuardOptions {
  return {
    ...(ifMatch !== undefined && { ifMatch }),
    ...(force !== undefined && { force }),
  } as GuardOptions;
}

/** The one verb among the names of an item's fields; `undefined` if there is none, or more than one. */
function verbOf(names: readonly string[]): Verb | undefined {
  let verb: Verb | undefined;
  for (const name of names) {
    if (!Object.hasOwn(MORE, name)) continue;
    if (verb !== undefined) return undefined;
    verb = name as Verb;
  }
  return verb;
}

/** The write, checked and encoded: from here on the caller may do with the item what he likes. */
export function prepareItem({ context, verb, target, mode, changes, guard }: OpenItem): PreparedWrite {
  switch (verb) {
    case 'insert':
      return prepareInsert(context, target);
    case 'upsert':
      return prepareUpsert(context, target, mode);
    case 'replace':
      return prepareReplace(context, target, guard);
    case 'update':
      return prepareAnyUpdate(context, target, changes, guard);
    case 'delete':
      return prepareDelete(context, target, guard);
  }
}

/** Some updates look at their changes again once the row has been read. */
function pinned(changes: unknown): OpenItem['changes'] {
  const plain = typeof changes === 'object' && changes !== null && !Array.isArray(changes);
  return (plain ? { ...changes } : changes) as OpenItem['changes'];
}

function refuse({ model }: RepositoryContext): never {
  throw new OptionsError(
    'item',
    `${model.name}: an item is an object with one of insert, upsert, replace, update and delete.`,
  );
}
