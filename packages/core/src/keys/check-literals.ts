import { FORBIDDEN_IN_KEY, MAX_KEY_LENGTH } from '../limits/index.js';
import { ESCAPE, LONE_SURROGATES, RESERVED } from './characters.js';
import { KeyTemplateError } from './errors.js';

const UNUSABLE = new RegExp(`[${ESCAPE}${FORBIDDEN_IN_KEY}${RESERVED}${LONE_SURROGATES}]`, 'u');

/** Refuses literal text that a key cannot hold, or that could be taken for something else. */
export function checkLiterals(literals: readonly string[], template: string): void {
  const text = literals.join('');
  if (text.includes('}')) {
    const reason = "a '}' closes nothing. Write {variable}; literal braces are not supported in keys.";
    throw new KeyTemplateError({ template, reason });
  }
  for (const literal of literals) {
    const found = UNUSABLE.exec(literal)?.[0];
    if (found !== undefined) throw new KeyTemplateError({ template, reason: explain(found) });
  }
  if (text.length > MAX_KEY_LENGTH) {
    const reason = `its literal text alone has ${text.length} UTF-16 code units, and a key at most ${MAX_KEY_LENGTH}. Shorten it.`;
    throw new KeyTemplateError({ template, reason });
  }
}

function explain(character: string): string {
  const code = character.charCodeAt(0);
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  if (character === ESCAPE)
    return `'${ESCAPE}' begins an escape in values. Use another separator, such as '_'.`;
  if (code >= 0xffee)
    return `${name} is reserved for system rows, as all from U+FFEE are. Use another character.`;
  if (code >= 0xd800) return `${name} is half of a surrogate pair. Write the whole character, or another.`;
  return `${name} is forbidden in keys by the Table service. Use another separator, such as '_'.`;
}
