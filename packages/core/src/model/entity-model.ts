import { type Columns, type ColumnTypes, emptyColumns, emptyTypes, shareTypes } from '../edm/index.js';
import type { CompiledTemplate, KeyTemplate } from '../keys/index.js';
import { compileKey } from './compile-key.js';
import { entityOptions } from './decorators/entity.js';
import { type Discriminator, discriminatorOf } from './discriminator.js';
import { type Upgrader, VERSION_COLUMN, versioningOf } from './entity-version.js';
import { DefinitionError } from './errors.js';
import { instanceFactory } from './instance-factory.js';
import type { PropertyModel } from './property.js';
import { buildProperties } from './property-model.js';

/** A class that can be stored: constructible, with a static key. */
export interface EntityClass<E extends object = object, K extends KeyTemplate = KeyTemplate> {
  new (...args: never[]): E;
  readonly key: K;
}

/** The one description of an entity class. Frozen; everything below the model works from it. */
export interface EntityModel<E extends object = object> {
  readonly name: string;
  readonly entity: EntityClass<E>;
  readonly table: string | undefined;
  readonly partition: CompiledTemplate;
  readonly row: CompiledTemplate;
  readonly properties: ReadonlyMap<string, PropertyModel>;
  /** The properties that make up the keys. */
  readonly keyProperties: readonly PropertyModel[];
  /** The properties that have a column of their own. */
  readonly columns: readonly PropertyModel[];
  /** The properties that have a default. */
  readonly defaulted: readonly PropertyModel[];
  readonly types: ColumnTypes;
  /** Calls the constructor without arguments (or `create`): initialisers and #private fields are in place. */
  readonly create: () => E;
  /** Whether `create` is the constructor, and nothing else. */
  readonly plainlyMade: boolean;
  /** The declared version of its columns; a class that declares none stands for version 1. */
  readonly version: number | undefined;
  /** How older rows become readable, by the version that each step starts from, in order. */
  readonly upgrades: ReadonlyMap<number, Upgrader>;
  /** What every row of the class says about its type. */
  readonly discriminator: Discriminator | undefined;
  /** What every row of the class carries besides its properties: the discriminator, the version from 2 on. */
  readonly fixed: Columns;
}

const models = new WeakMap<object, EntityModel>();

/** The model of a class, built and checked on first use. */
export function modelOf<E extends object>(entity: EntityClass<E>): EntityModel<E> {
  let model = models.get(entity);
  if (!model) {
    model = buildModel(entity);
    models.set(entity, model);
  }
  return model as EntityModel<E>;
}

function buildModel(entity: EntityClass): EntityModel {
  if (typeof entity !== 'function') {
    throw new DefinitionError('Repository() takes an entity class.', {
      entity: 'unknown',
      rule: 'NO_KEY',
    });
  }
  const options = entityOptions(entity);
  const name = options.type ?? entity.name;
  const template = entity.key as KeyTemplate | undefined;
  if (typeof template !== 'object' || template === null) {
    throw new DefinitionError(
      `${name} has no key. Add: static readonly key = key({ partition: '{…}', row: '{…}' });`,
      { entity: name, rule: 'NO_KEY' },
    );
  }
  const key = compileKey(name, entity, template);
  const properties = buildProperties(name, entity, key.properties);
  const columns = [...properties.values()].filter((property) => property.stored);
  const types = emptyTypes();
  for (const { column, edm } of columns) types[column] = edm;
  const versioning = versioningOf(name, options.version, options.upgrade);
  const discriminator = discriminatorOf(name, options.discriminator, new Set(Object.keys(types)));
  const fixed = fixedColumns(discriminator, versioning.version);
  for (const column in fixed) types[column] = column === VERSION_COLUMN ? 'Edm.Int32' : 'Edm.String';
  shareTypes(types);
  return Object.freeze({
    name,
    entity,
    table: options.table,
    partition: key.partition,
    row: key.row,
    properties,
    keyProperties: [...key.properties].map((property) => properties.get(property)!),
    columns,
    defaulted: columns.filter((property) => property.makeDefault !== undefined),
    types,
    create: instanceFactory(name, entity, options.create),
    plainlyMade: options.create === undefined,
    ...versioning,
    discriminator,
    fixed,
  });
}

/** Version 1 is not written: plain and adopted tables stay as they are. */
function fixedColumns(discriminator: Discriminator | undefined, version: number | undefined): Columns {
  const fixed = emptyColumns();
  if (discriminator) fixed[discriminator.column] = discriminator.value;
  if (version !== undefined && version > 1) fixed[VERSION_COLUMN] = version;
  return Object.freeze(fixed);
}
