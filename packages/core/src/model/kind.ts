import type { EdmType } from '../edm/index.js';
import { DefinitionError } from './errors.js';
import type { FieldDeclaration, PropertyKind } from './property.js';

const EDM_OF_KIND: Readonly<Record<Exclude<PropertyKind, 'enum'>, EdmType>> = {
  text: 'Edm.String',
  int32: 'Edm.Int32',
  int64: 'Edm.Int64',
  double: 'Edm.Double',
  boolean: 'Edm.Boolean',
  dateTime: 'Edm.DateTime',
  ticks: 'Edm.DateTime',
  guid: 'Edm.Guid',
  binary: 'Edm.Binary',
  json: 'Edm.String',
};

const KIND_OF_DESIGN_TYPE = new Map<unknown, PropertyKind>([
  [String, 'text'],
  [Boolean, 'boolean'],
  [Date, 'dateTime'],
  [BigInt, 'int64'],
  [Uint8Array, 'binary'],
  [Buffer, 'binary'],
]);

/** The kind that a declaration stands for, after reflection and checks of enum members. */
export function kindOf(entity: string, property: string, field: FieldDeclaration): PropertyKind {
  if (field.kind === 'ignored') throw new TypeError('an ignored property has no kind');
  if (field.kind === 'inferred') return inferKind(entity, property, field.designType);
  if (field.kind === 'enum') checkMembers(entity, property, field.members ?? []);
  return field.kind;
}

export function edmOf(kind: PropertyKind, members: readonly (string | number)[] | undefined): EdmType {
  if (kind !== 'enum') return EDM_OF_KIND[kind];
  return typeof members![0] === 'number' ? 'Edm.Int32' : 'Edm.String';
}

function inferKind(entity: string, property: string, designType: unknown): PropertyKind {
  const kind = KIND_OF_DESIGN_TYPE.get(designType);
  if (kind) return kind;
  const seen = typeof designType === 'function' ? designType.name : undefined;
  const why =
    seen === 'Number'
      ? 'a number may be an integer or not: say @Int32() or @Double()'
      : seen === undefined
        ? 'no type was emitted for it: name the type (@Text(), @Int32(), …), or import reflect-metadata first and set emitDecoratorMetadata'
        : `its type ${seen} maps to no column type: name one (@Text(), @Json(), …)`;
  throw new DefinitionError(`${entity}.${property}: @Column() cannot tell the column's type: ${why}.`, {
    entity,
    rule: 'TYPE_NOT_INFERRED',
    property,
  });
}

function checkMembers(entity: string, property: string, members: readonly (string | number)[]): void {
  const types = new Set(members.map((member) => typeof member));
  const sound =
    members.length > 0 &&
    types.size === 1 &&
    (types.has('string') || (types.has('number') && members.every((m) => (Number(m) | 0) === m)));
  if (sound) return;
  throw new DefinitionError(
    `${entity}.${property}: an enum needs members, either all text or all 32-bit integers.`,
    { entity, rule: 'ENUM_MEMBERS', property },
  );
}
