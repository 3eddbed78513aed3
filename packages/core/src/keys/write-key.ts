import { MAX_KEY_LENGTH } from '../limits/index.js';
import { KeyTemplateError, KeyTooLongError, KeyValueError } from './errors.js';
import type { TemplateParts } from './template-parts.js';

/** See `CompiledTemplate.encode`. */
export function writeKey(parts: TemplateParts, values: object): string {
  const key = write(parts, takeFirst(parts, values, parts.fields.length));
  if (key === '' && parts.where === 'partition') {
    const variable = parts.fields[0]?.name ?? '';
    const reason = 'is empty, and so would be the partition key';
    throw new KeyValueError(
      { variable, template: parts.source, reason, entity: parts.entity },
      'Give it a value, or put a literal into the template.',
    );
  }
  return key;
}

/** See `CompiledTemplate.encodePrefix`. */
export function writePrefix(parts: TemplateParts, values: object, count: number | undefined): string {
  if (count === undefined) return write(parts, takeGiven(parts, values));
  const most = parts.fields.length;
  if (!Number.isInteger(count) || count < 0 || count > most) {
    const reason = `a prefix of it holds 0 to ${most} variables, and another number was asked for.`;
    throw new KeyTemplateError({ template: parts.source, reason });
  }
  return write(parts, takeFirst(parts, values, count));
}

/** The values of the first `count` variables, each property read once. */
function takeFirst(parts: TemplateParts, values: object, count: number): unknown[] {
  return parts.fields.slice(0, count).map(({ name }) => read(values, name));
}

/** The values up to the first missing one, behind which all must be missing. */
function takeGiven(parts: TemplateParts, values: object): unknown[] {
  const taken = takeFirst(parts, values, parts.fields.length);
  const end = taken.indexOf(undefined);
  if (end < 0) return taken;
  const stray = taken.findIndex((value, i) => i > end && value !== undefined);
  if (stray < 0) return taken.slice(0, end);
  const missing = parts.fields[end]?.name ?? '';
  const variable = parts.fields[stray]?.name ?? '';
  const reason = `is given without '${missing}', which stands to the left of it`;
  throw new KeyValueError(
    { variable, template: parts.source, reason, entity: parts.entity },
    'Keys are read from left to right: give both, or leave this one out and filter.',
  );
}

function read(values: object, name: string): unknown {
  // Untyped callers may pass null or a primitive: for these every value is missing.
  return typeof values === 'object' && values !== null
    ? (values as Record<string, unknown>)[name]
    : undefined;
}

function write(parts: TemplateParts, taken: readonly unknown[]): string {
  const { source: template, entity } = parts;
  let key = parts.head;
  taken.forEach((value, i) => {
    const { name, codec, tail } = parts.fields[i]!;
    if (value === undefined || value === null) {
      const reason = `has no value (${value})`;
      throw new KeyValueError(
        { variable: name, template, reason, entity },
        'Set it: every part of a key needs one.',
      );
    }
    key += codec.encode(value) + tail;
  });
  if (key.length > MAX_KEY_LENGTH) {
    throw new KeyTooLongError({ template, length: key.length, limit: MAX_KEY_LENGTH, entity });
  }
  return key;
}
