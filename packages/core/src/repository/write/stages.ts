import type { RawRow } from '../../codec/index.js';
import type { Row } from '../../edm/index.js';
import type { RepositoryContext } from '../context.js';
import type { Awaitable } from './awaitable.js';

/** The row as it is stored, once the patterns have had their turn. Without stages nothing is awaited. */
export function encodeStages({ patterns: { stages } }: RepositoryContext, row: Row): Awaitable<Row> {
  return stages.length === 0 ? row : applyAll(stages, row);
}

export async function decodeStages(
  { patterns: { stages } }: RepositoryContext,
  raw: RawRow,
): Promise<RawRow> {
  let decoded = raw;
  for (const stage of [...stages].reverse()) decoded = await stage.decode(decoded);
  return decoded;
}

async function applyAll(stages: RepositoryContext['patterns']['stages'], row: Row): Promise<Row> {
  let encoded = row;
  for (const stage of stages) encoded = await stage.encode(encoded);
  return encoded;
}
