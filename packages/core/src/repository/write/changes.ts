import { type ColumnDiff, UnknownPropertyError } from '../../codec/index.js';
import { emptyColumns } from '../../edm/index.js';
import { OptionsError } from '../../errors/index.js';
import type { RepositoryContext } from '../context.js';
import { KeyChangedError } from '../errors.js';

/** `undefined` leaves a property as it is, `null` takes its value away, anything else becomes its value. */
export type ChangeSet = Readonly<Record<string, unknown>>;

/** The columns that a change set writes and removes, checked before anything is sent. */
export function encodeChanges(context: RepositoryContext, changes: ChangeSet): ColumnDiff {
  const columns = emptyColumns();
  const removed: string[] = [];
  for (const [name, value] of presentChanges(context, changes)) {
    const codec = context.codec.property(name)!;
    const { column, required } = codec.model;
    if (value !== null) columns[column] = codec.encodePresent(value);
    else if (required) codec.encode(undefined);
    else removed.push(column);
  }
  return { columns, removed };
}

/** The values that the properties of an instance get: `null` has become what stands for "no value" there. */
export type SettledChanges = readonly (readonly [property: string, value: unknown])[];

export function settleChanges(context: RepositoryContext, changes: ChangeSet): SettledChanges {
  return presentChanges(context, changes).map(([name, value]) => {
    const { nullable, makeDefault } = context.model.properties.get(name)!;
    return [name, value === null && !nullable ? makeDefault?.() : value] as const;
  });
}

/** Puts the values onto an instance, and returns what puts its old ones back. */
export function applyChanges(entity: object, changes: SettledChanges): () => void {
  const target = entity as Record<string, unknown>;
  const before = new Map<string, unknown>();
  const restore = () => {
    for (const [name, value] of before) target[name] = value;
  };
  for (const [name, value] of changes) {
    const old = target[name];
    if (!Reflect.set(target, name, value)) {
      restore();
      throw new OptionsError(
        'changes',
        `'${name}' of this instance is read-only or frozen: pass its key instead.`,
      );
    }
    before.set(name, old);
  }
  return restore;
}

function presentChanges(
  context: RepositoryContext,
  changes: ChangeSet,
): readonly (readonly [string, unknown])[] {
  const { model } = context;
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) {
    throw new OptionsError(
      'changes',
      `${model.name}: changes is an object of properties and their new values.`,
    );
  }
  const present = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (present.length === 0) throw new OptionsError('changes', `${model.name}: there is nothing to change.`);
  for (const [name] of present) {
    const property = model.properties.get(name);
    if (!property) throw new UnknownPropertyError(model.name, name);
    if (property.inKey) throw new KeyChangedError(model.name, name);
    if (property.computed) {
      throw new OptionsError(
        'changes',
        `${model.name}.${name} is computed: change what it is computed from.`,
      );
    }
  }
  return present;
}
