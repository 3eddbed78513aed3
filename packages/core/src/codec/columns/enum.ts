import type { ColumnCodec } from './column-codec.js';

export function enumColumn(members: readonly (string | number)[]): ColumnCodec {
  const allowed: ReadonlySet<unknown> = new Set(members);
  return {
    expects: `one of ${members.map((member) => JSON.stringify(member)).join(', ')}`,
    toCell: (value) => (allowed.has(value) ? (value as string | number) : undefined),
    fromCell: (cell) => (allowed.has(cell) ? cell : undefined),
  };
}
