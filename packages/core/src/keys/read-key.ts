import { MAX_KEY_LENGTH } from '../limits/index.js';
import { KeyMismatchError } from './errors.js';
import type { TemplateParts } from './template-parts.js';

/** See `CompiledTemplate.decode`. */
export function readKey(parts: TemplateParts, key: string): Record<string, unknown> {
  if (!isPossible(parts, key)) throw mismatch(parts, key);
  // Without a prototype, so that a variable called __proto__ is a property like any other.
  const values: Record<string, unknown> = Object.create(null);
  let at = parts.head.length;
  for (const { name, codec, tail } of parts.fields) {
    const end = codec.endOf(key, at);
    const value = end < 0 ? undefined : codec.decode(key.slice(at, end));
    if (value === undefined) throw mismatch(parts, key, name);
    if (!key.startsWith(tail, end)) throw mismatch(parts, key);
    values[name] = value;
    at = end + tail.length;
  }
  if (at !== key.length) throw mismatch(parts, key);
  return values;
}

/** What holds for every key of the template, before its variables are looked at. */
function isPossible({ head, where }: TemplateParts, key: string): boolean {
  return (
    typeof key === 'string' &&
    key.length <= MAX_KEY_LENGTH &&
    (key !== '' || where === 'row') &&
    key.startsWith(head)
  );
}

function mismatch(parts: TemplateParts, key: string, variable?: string): KeyMismatchError {
  const length = typeof key === 'string' ? key.length : 0;
  return new KeyMismatchError({ template: parts.source, variable, length });
}
