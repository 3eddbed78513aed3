import {
  type CompiledTemplate,
  compileTemplate,
  type KeyKind,
  type KeyTemplate,
  KeyTemplateError,
} from '../keys/index.js';
import { DefinitionError } from './errors.js';
import { kindOf } from './kind.js';
import { declaredFields } from './metadata.js';
import type { FieldDeclaration } from './property.js';

export interface CompiledKey {
  readonly partition: CompiledTemplate;
  readonly row: CompiledTemplate;
  readonly properties: ReadonlySet<string>;
}

/** Compiles both templates of a class and checks that each variable is a property fit for a key. */
export function compileKey(name: string, entity: object, template: KeyTemplate): CompiledKey {
  const fields = declaredFields(entity);
  const kind = (property: string) => keyKind(name, property, fields.get(property));
  try {
    const partition = compileTemplate(template.partition, kind, 'partition', name);
    const row = compileTemplate(template.row, kind, 'row', name);
    const properties = new Set([...partition.variables, ...row.variables].map((variable) => variable.name));
    return { partition, row, properties };
  } catch (error) {
    if (!(error instanceof KeyTemplateError)) throw error;
    throw new DefinitionError(
      `${name}: ${error.message}`,
      { entity: name, rule: 'KEY_TEMPLATE' },
      { cause: error },
    );
  }
}

function keyKind(entity: string, property: string, field: FieldDeclaration | undefined): KeyKind {
  if (!field || field.kind === 'ignored') {
    throw new DefinitionError(
      `${entity}: the key names '${property}', which is not a mapped property. Decorate it, or correct the template.`,
      { entity, rule: 'KEY_PROPERTY_UNKNOWN', property },
    );
  }
  const { optional, nullable } = field.options;
  if (optional || nullable || field.options.default !== undefined) {
    throw new DefinitionError(
      `${entity}: '${property}' is part of the key, so it must always have a value: remove optional, nullable or default.`,
      { entity, rule: 'KEY_PROPERTY_OPTIONAL', property },
    );
  }
  const kind = kindOf(entity, property, field);
  if (kind === 'enum') return { enum: field.members! };
  if (kind === 'binary' || kind === 'json') {
    throw new DefinitionError(
      `${entity}: '${property}' is ${kind === 'binary' ? 'binary' : 'JSON'} and cannot be part of a key. Use text, a number, a Date, a Guid or an enum.`,
      { entity, rule: 'KEY_PROPERTY_KIND', property },
    );
  }
  return kind;
}
