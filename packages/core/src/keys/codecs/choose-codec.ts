import { KeyTemplateError } from '../errors.js';
import { isEnumKind, type KeyKind } from '../key-kind.js';
import { enumCodec, kindOfMembers } from './enum.js';
import { FORMATS } from './formats.js';
import type { PartCodec, PartPlace } from './part-codec.js';

/** A variable that is the whole key. */
const ALONE: PartPlace = { variable: 'value', template: '{value}', stop: '' };

/**
 * The codec for a kind of value in a format, at its place in a template. Throws KeyTemplateError when the
 * kind has no such format.
 *
 * @example
 * partCodec('int32', '06').encode(223); // '000223'
 */
export function partCodec(kind: KeyKind, spec?: string, place: PartPlace = ALONE): PartCodec {
  if (isEnumKind(kind)) {
    const carrier = partCodec(kindOfMembers(kind.enum, place), spec, place);
    return enumCodec(kind.enum, carrier, place);
  }
  const { variable, template } = place;
  const formats = FORMATS.get(kind);
  if (formats === undefined) {
    const kinds = [...FORMATS.keys()].join(', ');
    const reason = `'${variable}' is of no kind that a key can hold. Declare it as one of ${kinds}, or an enum.`;
    throw new KeyTemplateError({ variable, template, reason });
  }
  for (const format of formats) {
    const make = format.match(spec);
    if (make !== undefined) return make(place);
  }
  const usages = formats.map((format) => format.usage(variable)).join(' or ');
  const reason = `'${variable}' is of kind ${kind}, which has no format '${spec}'. Write ${usages}.`;
  throw new KeyTemplateError({ variable, template, reason });
}
