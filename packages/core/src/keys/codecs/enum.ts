import { KeyTemplateError, KeyValueError } from '../errors.js';
import { type PartCodec, type PartPlace, refuse } from './part-codec.js';

type Members = readonly (string | number)[];

/** Which kind carries an enum's members; KeyTemplateError when no single one does. */
export function kindOfMembers(members: Members, place: PartPlace): 'text' | 'int32' {
  if (members.length > 0 && members.every((member) => typeof member === 'string')) return 'text';
  if (members.length > 0 && members.every((member) => typeof member === 'number')) return 'int32';
  const { variable, template } = place;
  const reason = `the enum of '${variable}' must have members, all text or all integers. Split it, or key by another property.`;
  throw new KeyTemplateError({ variable, template, reason });
}

/** Limits a codec to the members of an enum, in both directions. */
export function enumCodec(members: Members, inner: PartCodec, place: PartPlace): PartCodec {
  for (const member of members) checkMember(member, inner, place);
  const known = new Set<unknown>(members);

  return {
    ...inner,
    kind: 'enum',
    encode(value) {
      if (known.has(value)) return inner.encode(value);
      throw refuse(place, 'a member of its enum', value, 'Use a member, or add this one to the enum.');
    },
    decode(text) {
      const value = inner.decode(text);
      return known.has(value) ? value : undefined;
    },
    ...(inner.fixed && { fixed: among(known, inner.fixed) }),
  };
}

function among(
  known: ReadonlySet<unknown>,
  { width, decodeAt }: NonNullable<PartCodec['fixed']>,
): NonNullable<PartCodec['fixed']> {
  return {
    width,
    decodeAt(key, start) {
      const value = decodeAt(key, start);
      return known.has(value) ? value : undefined;
    },
  };
}

/** A member that no key can hold is a mistake of the declaration, so it shows before the first write. */
function checkMember(member: string | number, inner: PartCodec, place: PartPlace): void {
  try {
    inner.encode(member);
  } catch (cause) {
    if (!(cause instanceof KeyValueError)) throw cause;
    const { variable, template } = place;
    const reason = `a member of the enum of '${variable}' does not fit: it ${cause.details.reason}. Change the member or the format.`;
    throw new KeyTemplateError({ variable, template, reason }, { cause });
  }
}
