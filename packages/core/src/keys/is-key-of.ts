import { hasCode } from '../errors/index.js';
import { SYSTEM_PREFIX } from './characters.js';
import type { CompiledTemplate } from './compiled-template.js';

/** Whether a key is one that the template writes. The library's own keys are none, whatever a text may hold. */
export function isKeyOf(template: CompiledTemplate, key: string): boolean {
  if (key.startsWith(SYSTEM_PREFIX)) return false;
  try {
    template.decode(key);
    return true;
  } catch (error) {
    if (hasCode(error, 'KEY_MISMATCH')) return false;
    throw error;
  }
}
