import { type CompiledTemplate, compileTemplate, type KeyKind } from '../keys/index.js';
import type { EntityModel } from './entity-model.js';
import { DefinitionError } from './errors.js';

/**
 * Compiles a template over the properties of an entity that need not be part of its own key, and may be
 * optional: a row exists under it only where all of them have a value. Throws a KeyTemplateError for a
 * template that is written wrongly, a DefinitionError for a property that cannot stand in one.
 */
export function compilePropertyTemplate(
  model: EntityModel,
  template: string,
  where: 'partition' | 'row',
  elements: Readonly<Record<string, KeyKind>> = {},
): CompiledTemplate {
  const kindOf = (name: string): KeyKind => {
    const property = model.properties.get(name);
    if (!property) {
      throw new DefinitionError(
        `${model.name}: the template names '${name}', which is not a mapped property. Decorate it, or correct the template.`,
        { entity: model.name, rule: 'KEY_PROPERTY_UNKNOWN', property: name },
      );
    }
    if (property.kind === 'enum') return { enum: property.members! };
    if (property.kind === 'json' && Object.hasOwn(elements, name)) return elements[name]!;
    if (property.kind === 'binary' || property.kind === 'json') {
      throw new DefinitionError(
        `${model.name}: '${name}' is ${property.kind === 'binary' ? 'binary' : 'JSON'} and cannot be part of a key. Use text, a number, a Date, a Guid or an enum.`,
        { entity: model.name, rule: 'KEY_PROPERTY_KIND', property: name },
      );
    }
    return property.kind;
  };
  return compileTemplate(template, kindOf, where, model.name);
}
