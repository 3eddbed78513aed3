import { OptionsError, type Transaction, TransactionShapeError, transaction } from '@tablewright/core';
import { emptyFamily, join, type OpenFamily } from './group-families.js';
import type { Relative, Relatives } from './relatives.js';

type Values = Readonly<Record<string, unknown>>;

/** The inserts of a family, and the name under which each result belongs into it. */
interface FamilyInserts {
  readonly writes: Transaction;
  readonly names: readonly string[];
}

/** Checks a new family, and makes one transaction of it. */
export function familyInserts(relatives: Relatives, parent: object, children: unknown): FamilyInserts {
  const writes = transaction().insert(relatives.parent.repository, parent);
  const names = [relatives.parent.name];
  for (const [relative, entities] of given(relatives, children)) {
    for (const entity of entities) {
      writes.insert(relative.repository, childOf(relatives, parent, relative, entity, names.length));
      names.push(relative.name);
    }
  }
  return { writes, names };
}

/** The family that was written, from what each write gave. */
export function familyOf(
  relatives: Relatives,
  names: readonly string[],
  entities: readonly unknown[],
): OpenFamily {
  const family = emptyFamily(relatives);
  names.forEach((name, i) => {
    join(family, relatives, name, entities[i] as object);
  });
  return family;
}

function given(relatives: Relatives, children: unknown): readonly (readonly [Relative, Iterable<unknown>])[] {
  if (children === undefined) return [];
  if (typeof children !== 'object' || children === null || Array.isArray(children)) {
    throw new OptionsError('children', 'children are lists by their names: { reviews: […] }.');
  }
  return Object.entries(children).flatMap(([name, entities]) => {
    const relative = relatives.children.find((child) => child.name === name);
    const known = relatives.children.map((child) => child.name).join(', ');
    if (!relative)
      throw new OptionsError('children', `There are no children called '${name}', only ${known}.`);
    if (entities === undefined) return [];
    if (typeof entities?.[Symbol.iterator] === 'function' && typeof entities === 'object') {
      return [[relative, entities as Iterable<unknown>] as const];
    }
    throw new OptionsError('children', `'${name}' is a list of entities.`);
  });
}

/** A child that has what its parent's key tells; one that says something else is refused. */
function childOf(
  relatives: Relatives,
  parent: object,
  relative: Relative,
  entity: unknown,
  index: number,
): object {
  const { model } = relatives.parent.context;
  const child = isPlain(entity)
    ? { ...parentValues(relatives, parent), ...present(entity) }
    : (entity as object);
  const [own, parents] = [relatives.parentKeys(child), relatives.parentKeys(parent)];
  if (own.partitionKey === parents.partitionKey && own.rowKey === parents.rowKey) return child;
  throw new TransactionShapeError(
    `Write ${index} (insert of ${relative.context.model.name}) has the key of another ${model.name}. Insert it with its own parent, or leave out what the parent's key tells.`,
    index,
  );
}

function parentValues({ parent: { context } }: Relatives, parent: object): Values {
  const names = context.model.keyProperties.map(({ property }) => property);
  return Object.fromEntries(names.map((name) => [name, (parent as Values)[name]]));
}

/** Without what has no value, which would hide what the parent tells. */
function present(entity: object): object {
  const entries = Object.entries(entity).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
