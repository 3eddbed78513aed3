import type { Values } from '../../differential/support/everything.js';

/** Whether what was read is what was given, by the true content of both. */
export function isFaithful(property: keyof Values, given: unknown, read: unknown): boolean {
  switch (property) {
    case 'guid':
      return typeof given === 'string' && read === given.toLowerCase();
    // The emulator forgets the sign of -0, and integers have none.
    case 'double':
    case 'int32':
    case 'level':
      return given === read || (Number.isNaN(given) && Number.isNaN(read));
    case 'dateTime':
      return read instanceof Date && read.getTime() === Date.prototype.getTime.call(given);
    case 'binary':
      return read instanceof Uint8Array && Buffer.compare(trueBytes(given as Uint8Array), read) === 0;
    case 'json':
    case 'point':
      return isSame(given, read);
    default:
      return given === read;
  }
}

/** By the intrinsic methods, which no own property can overrule. */
function trueBytes(view: Uint8Array): Buffer {
  return Buffer.from(Uint8Array.prototype.slice.call(view));
}

/** JSON's idea of equality: kinds count, `undefined` is absence, classes of plain data do not matter. */
function isSame(given: unknown, read: unknown): boolean {
  // JSON writes -0 as 0.
  if (typeof given !== 'object' || given === null) return given === read;
  if (typeof read !== 'object' || read === null || Array.isArray(given) !== Array.isArray(read)) return false;
  if (isSpecial(given)) return Object.getPrototypeOf(given) === Object.getPrototypeOf(read);
  const [mine, theirs] = [presentOf(given), presentOf(read)];
  return mine.size === theirs.size && [...mine].every(([name, value]) => isSame(value, theirs.get(name)));
}

/** Objects whose content is not in their properties. */
function isSpecial(value: object): boolean {
  return (
    [Map, Set, Date, RegExp, Error, Promise, URL, ArrayBuffer].some((type) => value instanceof type) ||
    ArrayBuffer.isView(value) ||
    [String, Number, BigInt, Boolean, Symbol].some((type) => value instanceof type)
  );
}

function presentOf(value: object): Map<string, unknown> {
  return new Map(Object.entries(value).filter(([, item]) => item !== undefined));
}
