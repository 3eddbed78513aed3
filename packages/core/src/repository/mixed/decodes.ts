import { type CompiledTemplate, KeyMismatchError } from '../../keys/index.js';

/** Whether a template could have written this key. */
export function decodes(template: CompiledTemplate, key: string): boolean {
  try {
    template.decode(key);
    return true;
  } catch (error) {
    if (error instanceof KeyMismatchError) return false;
    throw error;
  }
}
