import { columnNameProblem } from '../limits/index.js';
import { DefinitionError, type DefinitionRule } from './errors.js';
import { edmOf, kindOf } from './kind.js';
import { declaredFields } from './metadata.js';
import type { FieldDeclaration, PropertyModel } from './property.js';

const OPTION_NAMES: ReadonlySet<string> = new Set([
  'name',
  'optional',
  'nullable',
  'default',
  'store',
  'convert',
]);

/** Checks every declared property of a class and settles its column. */
export function buildProperties(
  entity: string,
  target: object,
  keyProperties: ReadonlySet<string>,
): ReadonlyMap<string, PropertyModel> {
  const properties = new Map<string, PropertyModel>();
  const owners = new Map<string, string>();
  for (const [property, field] of declaredFields(target)) {
    if (field.kind === 'ignored') continue;
    const model = buildProperty(entity, target, property, field, keyProperties.has(property));
    if (model.stored) claimColumn(entity, model, owners);
    properties.set(property, model);
  }
  if (properties.size === 0) {
    throw new DefinitionError(`${entity} has no mapped properties. Decorate them: @Text(), @Int32(), …`, {
      entity,
      rule: 'NO_PROPERTIES',
    });
  }
  return properties;
}

/** A row holds so many columns, those that the library adds included. */
function buildProperty(
  entity: string,
  target: object,
  property: string,
  field: FieldDeclaration,
  inKey: boolean,
): PropertyModel {
  const fail = (rule: DefinitionRule, message: string): never => {
    throw new DefinitionError(`${entity}.${property}: ${message}`, { entity, rule, property });
  };
  const { options } = field;
  if (property in Object.prototype)
    fail('PROPERTY_NAME', 'every object has this name already: choose another.');
  const unknown = Object.keys(options).find((option) => !OPTION_NAMES.has(option));
  if (unknown !== undefined) fail('OPTIONS', `'${unknown}' is not an option of a column.`);
  if (options.optional === false && (options.nullable || options.default !== undefined)) {
    fail('OPTIONS', 'optional: false contradicts nullable and default.');
  }
  if (options.nullable && options.default !== undefined) {
    fail('OPTIONS', 'nullable contradicts default: a stored null would read back as the default.');
  }
  const { convert } = options;
  if (convert && (typeof convert.to !== 'function' || typeof convert.from !== 'function')) {
    fail('CONVERTER', 'convert needs two functions, to and from.');
  }
  const kind = kindOf(entity, property, field);
  const value = options.default;
  return Object.freeze({
    property,
    column: options.name ?? property,
    kind,
    edm: edmOf(kind, field.members),
    required: inKey || options.optional === false,
    nullable: options.nullable ?? false,
    computed: isComputed(target, property),
    inKey,
    stored: !inKey || options.store === true,
    makeDefault:
      value === undefined ? undefined : typeof value === 'function' ? (value as () => unknown) : () => value,
    constantDefault: value !== undefined && typeof value !== 'function',
    convert,
    members: field.members,
    nested: field.nested,
  });
}

function claimColumn(entity: string, { property, column }: PropertyModel, owners: Map<string, string>): void {
  const problem = typeof column === 'string' ? columnNameProblem(column) : 'is not text';
  if (problem) {
    throw new DefinitionError(
      `${entity}.${property}: the column name '${String(column)}' ${problem}. Give it another with { name: '…' }.`,
      { entity, rule: 'COLUMN_NAME', property },
    );
  }
  const other = owners.get(column);
  if (other !== undefined) {
    throw new DefinitionError(
      `${entity}: '${other}' and '${property}' share the column '${column}'. Rename one with { name: '…' }.`,
      { entity, rule: 'COLUMN_TWICE', property },
    );
  }
  owners.set(column, property);
}

function isComputed(target: object, property: string): boolean {
  let at: object | null = (target as { prototype?: object }).prototype ?? null;
  for (; at; at = Object.getPrototypeOf(at)) {
    const descriptor = Object.getOwnPropertyDescriptor(at, property);
    if (descriptor) return descriptor.get !== undefined && descriptor.set === undefined;
  }
  return false;
}
