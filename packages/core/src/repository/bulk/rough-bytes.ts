const DEEPEST = 5;

/** About how many bytes a value takes, in memory or as JSON; rather too few than too many. */
export function roughBytes(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return 1;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  let bytes = 0;
  for (const name in value) bytes += 1 + roughBytes((value as Record<string, unknown>)[name], depth + 1);
  return bytes;
}
