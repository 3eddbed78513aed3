import {
  DefinitionError,
  type EntityClass,
  type EntityModel,
  type EntityRepository,
  type MixedMember,
  modelOf,
  Repository,
  type RepositoryOptions,
  type TableStore,
} from '@tablewright/core';

type RepositoryMaker = new (store: TableStore, options?: RepositoryOptions) => EntityRepository<EntityClass>;

/** Rows that a pattern derives. */
export interface DerivedRows {
  readonly name: string;
  readonly prefix: string;
  /** Of rows that leave the partition: their table, in lower case; '' is the entities' own. */
  readonly elsewhere?: string;
}

/** A member of a family, looked at closely. */
export interface Member {
  readonly entity: EntityClass;
  readonly model: EntityModel;
  /** Makes the ordinary repository of the class. */
  readonly Repository: RepositoryMaker;
  /** How the row keys of rows that patterns derive begin, and what derives them. */
  readonly derived: readonly DerivedRows[];
  /** What stores its entities in several rows, if something does. */
  readonly split?: string | undefined;
}

/** Untyped callers may pass anything: `family` is what the message calls the whole. */
export function membersOf(given: unknown, family: string): readonly Member[] {
  const fail = (message: string): never => {
    throw new DefinitionError(`${family}: ${message}`, { entity: family, rule: 'PATTERN_INVALID' });
  };
  if (!Array.isArray(given) || given.length === 0) {
    fail('name the classes in an array: entity classes, or their repository classes.');
  }
  const members = (given as readonly unknown[]).map((member) =>
    typeof member === 'function'
      ? memberOf(member as unknown as MixedMember)
      : fail('each member is an entity class, or its repository class.'),
  );
  members.forEach(({ entity, model }, index) => {
    const again = members.findIndex((other) => other.entity === entity) !== index;
    if (again) fail(`${model.name} is named twice. Name each class once.`);
  });
  return members;
}

function memberOf(member: MixedMember): Member {
  if (!('entity' in member && 'patterns' in member)) {
    const entity = member as EntityClass;
    const model = modelOf(entity);
    return { entity, model, Repository: Repository(entity as never) as never, derived: [] };
  }
  const { entity, patterns } = member;
  const derived = patterns.derivations.flatMap((derivation) =>
    'rowPrefix' in derivation ? [{ name: derivation.name, prefix: derivation.rowPrefix }] : [],
  );
  const split = patterns.split?.name;
  const all = [...derived, ...patterns.deferred.flatMap(rowsElsewhere)];
  return { entity, model: modelOf(entity), Repository: member as never, derived: all, split };
}

function rowsElsewhere(derivation: object): readonly DerivedRows[] {
  const { name, rowPrefix, table } = derivation as Readonly<Record<string, unknown>>;
  if (typeof rowPrefix !== 'string') return [];
  return [{ name: String(name), prefix: rowPrefix, elsewhere: String(table ?? '').toLowerCase() }];
}
