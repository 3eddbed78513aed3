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

/** Puts the changes onto an instance, and returns what puts its old values back. */
export function applyChanges(context: RepositoryContext, entity: object, changes: ChangeSet): () => void {
  const target = entity as Record<string, unknown>;
  const before = new Map<string, unknown>();
  const restore = () => {
    for (const [name, value] of before) target[name] = value;
  };
  for (const [name, value] of presentChanges(context, changes)) {
    const old = target[name];
    const { nullable } = context.model.properties.get(name)!;
    if (!Reflect.set(target, name, value === null && !nullable ? undefined : value)) {
      restore();
      throw new OptionsError(
        'changes',
        `${context.model.name}: '${name}' of this instance is read-only or frozen.`,
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
