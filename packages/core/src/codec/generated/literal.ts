/** What needs no escape inside of a string literal, wherever the code ends up. */
const HARMLESS = /^[A-Za-z0-9_ .,:;@(){}[\]+*=-]$/;

/**
 * A text as a string literal of generated code. Everything but letters, digits and a few signs becomes
 * `\uXXXX`, so that no name can end the literal, a comment or a line.
 */
export function literal(text: string): string {
  let escaped = '';
  // Unit by unit: halves of surrogate pairs stay what they are.
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]!;
    escaped += HARMLESS.test(unit) ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  }
  return `'${escaped}'`;
}
