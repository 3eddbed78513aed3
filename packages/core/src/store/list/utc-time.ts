const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const PATTERN = '0000-00-00T00:00:00';
const SECONDS = PATTERN.length;
/** With `Z`, and with a point and seven digits before it. */
const SHORTEST = SECONDS + 1;
const LONGEST = SECONDS + 9;
const POINT = 0x2e;
const ZULU = 0x5a;

/**
 * Whether a text is a time as the service writes it. Looked at for every row of a page, which is why it is no
 * regular expression: an ETag is made of it, and nothing else may get into a header.
 */
export function isUtcTime(text: string): boolean {
  const { length } = text;
  if (length < SHORTEST || length > LONGEST || text.charCodeAt(length - 1) !== ZULU) return false;
  for (let at = 0; at < SECONDS; at++) {
    const expected = PATTERN.charCodeAt(at);
    const code = text.charCodeAt(at);
    if (expected === DIGIT_0 ? !isDigit(code) : code !== expected) return false;
  }
  if (length === SHORTEST) return true;
  if (length === SHORTEST + 1 || text.charCodeAt(SECONDS) !== POINT) return false;
  for (let at = SECONDS + 1; at < length - 1; at++) {
    if (!isDigit(text.charCodeAt(at))) return false;
  }
  return true;
}

function isDigit(code: number): boolean {
  return code >= DIGIT_0 && code <= DIGIT_9;
}
