/** Something like `1.0` or `1e3`, perhaps inside of a text. */
const MAYBE_WHOLE_DOUBLE = /[\d](?:\.0+|[eE][+-]?\d+)\s*[,}]/;
const MEMBER =
  /"((?:[^"\\]|\\.)*)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|true|false|null)/g;

/**
 * The numbers of a flat JSON object that are written as doubles, by name. `JSON.parse` makes the same number of
 * `1` and `1.0`; the service does not. `undefined`, as nearly always: there are none.
 */
export function numberSources(json: string): ReadonlyMap<string, string> | undefined {
  if (!MAYBE_WHOLE_DOUBLE.test(json)) return undefined;
  const sources = new Map<string, string>();
  for (const [, name, number] of json.matchAll(MEMBER)) {
    if (number !== undefined && /[.eE]/.test(number)) {
      sources.set(JSON.parse(`"${name}"`) as string, number);
    }
  }
  return sources;
}
