import type { PartCodec } from './codecs/part-codec.js';

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
