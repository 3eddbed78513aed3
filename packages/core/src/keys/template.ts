import { partCodec } from './codecs/choose-codec.js';
import type { CompiledTemplate, TemplateVariable } from './compiled-template.js';
import { KeyTemplateError } from './errors.js';
import { isEnumKind, type KeyKind } from './key-kind.js';
import { parseTemplate } from './parse-template.js';
import { readKey } from './read-key.js';
import { rememberParts, type TemplateField, type TemplateParts } from './template-parts.js';
import { writeKey, writePrefix } from './write-key.js';

/**
 * Compiles a key template. `kindOf` tells what kind of value each variable holds, `entity` whose key it is
 * (for messages). Throws KeyTemplateError when the template is written wrongly.
 *
 * @example
 * const row = compileTemplate('empid_{id:06}', () => 'int32', 'row');
 * row.encode({ id: 223 }); // 'empid_000223'
 * row.decode('empid_000223'); // { id: 223 }
 */
export function compileTemplate(
  template: string,
  kindOf: (variable: string) => KeyKind,
  where: 'partition' | 'row',
  entity?: string,
): CompiledTemplate {
  const { head, variables } = parseTemplate(template);
  if (where === 'partition' && template === '') {
    const reason = 'a partition key must not be empty. Write a literal or a variable.';
    throw new KeyTemplateError({ template, reason });
  }
  const fields: TemplateField[] = [];
  const described: TemplateVariable[] = [];
  for (const { name, spec, tail } of variables) {
    const kind = snapshot(kindOf(name));
    const end = { stop: firstCharacter(tail), spaced: tail.startsWith('  ') };
    const codec = partCodec(kind, spec, { variable: name, template, entity, ...end });
    const { ordered, descending } = codec;
    fields.push({ name, codec, tail });
    described.push(Object.freeze({ name, kind, ...(spec !== undefined && { spec }), ordered, descending }));
  }
  checkNeighbours(fields, template);

  const parts: TemplateParts = { source: template, entity, where, head, fields };
  const compiled: CompiledTemplate = Object.freeze({
    source: template,
    variables: Object.freeze(described),
    encode: (values: object) => writeKey(parts, values),
    encodePrefix: (values: object, count?: number) => writePrefix(parts, values, count),
    decode: (key: string) => readKey(parts, key),
  });
  return rememberParts(compiled, parts);
}

/** Nothing would tell where text ends if another variable began right behind it. */
function checkNeighbours(fields: readonly TemplateField[], template: string): void {
  fields.slice(0, -1).forEach(({ name, codec, tail }, i) => {
    if (codec.width !== 'open' || tail !== '') return;
    const next = fields[i + 1]?.name;
    const reason = `nothing shows where '${name}' ends and '${next}' begins. Put a literal between them, such as '_'.`;
    throw new KeyTemplateError({ template, variable: name, reason });
  });
}

/** A whole character, also when it takes two code units. */
function firstCharacter(text: string): string {
  return Array.from(text)[0] ?? '';
}

/** The caller keeps its own list of members, and may change it. */
function snapshot(kind: KeyKind): KeyKind {
  return isEnumKind(kind) ? Object.freeze({ enum: Object.freeze([...kind.enum]) }) : kind;
}
