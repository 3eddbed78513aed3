import type { PartCodec } from './codecs/part-codec.js';
import type { CompiledTemplate } from './compiled-template.js';

/** A template with the codecs that the kinds of its variables call for. */
export interface TemplateParts {
  readonly source: string;
  readonly entity: string | undefined;
  readonly where: 'partition' | 'row';
  /** The literal in front of the first variable. */
  readonly head: string;
  readonly fields: readonly TemplateField[];
}

export interface TemplateField {
  readonly name: string;
  readonly codec: PartCodec;
  /** The literal behind this variable. */
  readonly tail: string;
}

const partsByTemplate = new WeakMap<CompiledTemplate, TemplateParts>();

export function rememberParts(template: CompiledTemplate, parts: TemplateParts): CompiledTemplate {
  partsByTemplate.set(template, parts);
  return template;
}

/** What a template is made of: for code that writes and reads its keys without the objects in between. */
export function partsOf(template: CompiledTemplate): TemplateParts {
  return partsByTemplate.get(template)!;
}
