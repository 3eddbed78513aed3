/** Up to here a look at each character is quicker than the regular expression. */
const SHORT = 12;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** All that is not one byte of UTF-8, or that JSON escapes. */
const NOT_PLAIN = /[^ !#-[\]-~]/;
/** What JSON escapes, the separators that are escaped as well, and surrogates, which it may have to escape. */
const UNUSUAL = /["\\\u0000-\u001f\u2028\u2029\ud800-\udfff]/;
/** Legal in JSON, but line ends to some JavaScript readers; Azurite corrupts them inside a batch. */
const LINE_SEPARATORS = /[\u2028\u2029]/g;

/** Whether text is its own JSON, but for the quotes, in as many bytes as it has characters. */
export function isPlain(text: string): boolean {
  const { length } = text;
  if (length > SHORT) return !NOT_PLAIN.test(text);
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 || unit > 0x7e || unit === QUOTE || unit === BACKSLASH) return false;
  }
  return true;
}

/** Text as JSON. */
export function quote(text: string): string {
  return isPlain(text) ? `"${text}"` : quoteUnusual(text);
}

/** The same for text that is not known to be plain. */
export function quoteUnusual(text: string): string {
  if (!UNUSUAL.test(text)) return `"${text}"`;
  const json = JSON.stringify(text);
  return json.replace(LINE_SEPARATORS, (c) => (c === '\u2028' ? '\\u2028' : '\\u2029'));
}

/** How many bytes {@link quote} writes, in UTF-8. */
export function quotedBytes(text: string): number {
  if (isPlain(text)) return text.length + 2;
  if (!UNUSUAL.test(text)) return Buffer.byteLength(text) + 2;
  // Three bytes become the six of an escape.
  const separators = text.match(LINE_SEPARATORS)?.length ?? 0;
  return Buffer.byteLength(JSON.stringify(text)) + 3 * separators;
}
