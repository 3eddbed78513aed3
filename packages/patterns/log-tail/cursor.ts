import { type CompiledTemplate, OptionsError, type RepositoryContext } from '@tablewright/core';
import { ticksOf, within } from './times.js';

const VERSION = 1;
const URL_SAFE = /^[A-Za-z0-9_-]+$/;

/** The log that a cursor belongs to. */
export interface CursorOwner {
  readonly context: RepositoryContext;
  /** The property that is the time. */
  readonly at: string;
  readonly partitionKey: string;
  /** How the row keys of the log begin. */
  readonly prefix: string;
}

/** Where a tail was. */
export interface Bookmark {
  readonly low: bigint;
  readonly seen: ReadonlyMap<string, bigint>;
}

/** Compact, and without names that an attacker could choose. */
export function writeCursor(owner: CursorOwner, low: bigint, seen: readonly string[]): string {
  const rest = seen.map((rowKey) => rowKey.slice(owner.prefix.length));
  return Buffer.from(JSON.stringify([VERSION, digestOf(owner), String(low), rest])).toString('base64url');
}

/** Trusts nothing: whatever a cursor says, only entries of the log are read. */
export function readCursor(owner: CursorOwner, cursor: unknown): Bookmark {
  const { name, row } = owner.context.model;
  const refuse = (problem: string): never => {
    throw new OptionsError(
      'cursor',
      `${name}: the cursor ${problem}. Pass that of a tail of the same log, or none to begin anew.`,
    );
  };
  const content = parse(cursor);
  if (!content) return refuse('is not one, or is damaged');
  const [version, digest, low, rest] = content;
  if (version !== VERSION) return refuse('was made by another version of this library');
  if (digest !== digestOf(owner)) return refuse('belongs to another log');
  const sound = typeof low === 'string' && /^\d{1,19}$/.test(low) && BigInt(low) === within(BigInt(low));
  const seen = sound && Array.isArray(rest) ? seenOf(owner, row, rest) : undefined;
  return seen ? { low: BigInt(low as string), seen } : refuse('is not one, or is damaged');
}

function seenOf(
  { at, prefix }: CursorOwner,
  row: CompiledTemplate,
  rest: readonly unknown[],
): Map<string, bigint> | undefined {
  try {
    return new Map(
      rest.map((end) => {
        const rowKey = prefix + String(end);
        return [rowKey, ticksOf(row.decode(rowKey)[at])];
      }),
    );
  } catch {
    // Keys that the template did not write.
    return undefined;
  }
}

function parse(cursor: unknown): readonly unknown[] | undefined {
  if (typeof cursor !== 'string' || !URL_SAFE.test(cursor)) return undefined;
  try {
    const content: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(content) && content.length === 4 ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Tells logs apart, so that a cursor is not used with the wrong one by mistake (64 bits of FNV-1a). */
function digestOf({ context, partitionKey, prefix }: CursorOwner): string {
  const text = JSON.stringify([context.origin, context.model.row.source, partitionKey, prefix]);
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36);
}
