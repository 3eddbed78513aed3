const MAX_DEPTH = 200;

interface Rules {
  /** Value objects: a Date becomes text, and its declared type makes it a Date again. */
  readonly dates?: boolean;
}

/**
 * The JSON of a value that JSON gives back as it is; `undefined` for any other. Written here rather than by
 * `JSON.stringify`, which bends what it cannot express: -0, NaN, holes, Maps, `toJSON`. Properties that are
 * `undefined` count as absent.
 */
export function jsonText(value: unknown, rules: Rules = {}, depth = 0): string | undefined {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? JSON.stringify(value) : undefined;
    case 'boolean':
      return String(value);
    case 'number':
      if (!Number.isFinite(value)) return undefined;
      return Object.is(value, -0) ? '-0' : String(value);
    case 'object':
      if (value === null) return 'null';
      // The bound also ends cycles.
      if (depth > MAX_DEPTH) return undefined;
      return Array.isArray(value) ? arrayText(value, rules, depth + 1) : objectText(value, rules, depth + 1);
    default:
      return undefined;
  }
}

function arrayText(items: readonly unknown[], rules: Rules, depth: number): string | undefined {
  // More or fewer own keys than items: holes, or properties that would be lost.
  if (Object.keys(items).length !== items.length) return undefined;
  const texts: string[] = [];
  for (const item of items) {
    const text = jsonText(item, rules, depth);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return `[${texts.join(',')}]`;
}

function objectText(value: object, rules: Rules, depth: number): string | undefined {
  if (rules.dates && value instanceof Date) return jsonText(isoText(value));
  if (!isPlain(value)) return undefined;
  const members: string[] = [];
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const text = name.isWellFormed() ? jsonText(item, rules, depth) : undefined;
    if (text === undefined) return undefined;
    members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

function isoText(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** An object literal, of this realm or another (a vm context, a test runner), or one without a prototype. */
export function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === null || prototype === Object.prototype) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf');
}
