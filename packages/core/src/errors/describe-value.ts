/**
 * Says what a value is without showing it, for the end of "takes …, not …". `expected` tells whether its type
 * was right and only the value wrong.
 */
export function describeValue(value: unknown, expected: string): string {
  switch (typeof value) {
    case 'undefined':
      return 'undefined';
    case 'string':
      return `a string of length ${value.length}`;
    case 'number':
      if (!Number.isFinite(value)) return String(value);
      if (!Number.isInteger(value)) return 'a number with a fraction';
      return expected.includes('number') ? 'a number outside of that' : 'a number';
    case 'bigint':
      return expected.includes('bigint') ? 'a bigint outside of that' : 'a bigint';
    case 'object':
      return describeObject(value);
    default:
      return `a ${typeof value}`;
  }
}

function describeObject(value: object | null): string {
  if (value === null) return 'null';
  try {
    if (Array.isArray(value)) return 'an array';
    return value instanceof Date ? 'an invalid Date, or one out of range' : 'an object';
  } catch {
    // A revoked Proxy answers no question at all.
    return 'an object';
  }
}
