const MAX_DEPTH = 200;

interface Rules {
  /** Value objects: Dates become text, and come back by `@Nested(() => Date)`. */
  readonly nested?: boolean;
}

/** Whether JSON would give the value back as it is. Properties that are `undefined` count as absent. */
export function isJsonValue(value: unknown, rules: Rules = {}, depth = 0): boolean {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed();
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || isJsonObject(value, rules, depth);
    default:
      return false;
  }
}

function isJsonObject(value: object, rules: Rules, depth: number): boolean {
  // The depth bound also ends cycles.
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      if (!isJsonValue(value[i], rules, depth + 1)) return false;
    }
    return Object.keys(value).length === value.length;
  }
  if (rules.nested && value instanceof Date) return !Number.isNaN(value.getTime());
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype !== null && prototype !== Object.prototype && !isForeignPlain(prototype)) return false;
  for (const [name, item] of Object.entries(value)) {
    if (!name.isWellFormed()) return false;
    if (item !== undefined && !isJsonValue(item, rules, depth + 1)) return false;
  }
  return true;
}

/** A plain object of another realm (a vm context, a test runner): its prototype is that realm's root. */
function isForeignPlain(prototype: object): boolean {
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf');
}
