import { createHash } from 'node:crypto';
import { canonicalQuery, type KeyPosition, type QueryPlan } from '../../plan/index.js';
import type { Continuation } from '../../store/index.js';
import { TokenError } from './errors.js';
import type { Position, Unit } from './run/index.js';
import { isCount, isPositionOf } from './token-position.js';

const VERSION = 1;
const LONGEST_TOKEN = 16_384;
const URL_SAFE = /^[A-Za-z0-9_-]+$/;

/** The query that a token belongs to. */
export interface TokenOwner {
  readonly entity: string;
  /** The account and table. */
  readonly origin: string;
  readonly plan: QueryPlan;
  readonly units: readonly Unit[];
  /** Whether the rows of each unit come in the order of their keys. */
  readonly sorted: boolean;
}

/** Where a page ended. */
export interface Bookmark {
  readonly position: Position;
  /** How many results are still to come at most. */
  readonly left: number;
}

type Pair = readonly [string, string?];
/** Compact, and without names that an attacker could choose. */
type Content = readonly [
  version: number,
  digest: string,
  left: number | null,
  unit: number,
  done: number | null,
  after: Pair | null,
  key: Pair | null,
];

/** A token that goes on where a page ended: safe in URLs, of use only to the same query of the same table. */
export function writeToken(owner: TokenOwner, { position, left }: Bookmark): string {
  const { unit, done, after, key } = position;
  const content: Content = [
    VERSION,
    digestOf(owner),
    Number.isFinite(left) ? left : null,
    unit,
    done ?? null,
    after ? (after.rowKey === undefined ? [after.partitionKey] : [after.partitionKey, after.rowKey]) : null,
    key ? [key.partitionKey, key.rowKey] : null,
  ];
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** Trusts nothing: whatever a token says, the query's own filters are sent with it. */
export function readToken(owner: TokenOwner, token: unknown): Bookmark {
  const refuse = (problem: string): never => {
    throw new TokenError(owner.entity, problem);
  };
  const content = parse(token);
  if (!content) return refuse('is not one, or is damaged');
  const [version, digest, left, unit, done, after, key, ...rest] = content;
  if (version !== VERSION) return refuse('was made by another version of this library');
  if (digest !== digestOf(owner)) return refuse('belongs to another query or another table');
  const asked = owner.plan.take ?? Number.POSITIVE_INFINITY;
  const remaining = left === null && asked === Number.POSITIVE_INFINITY ? asked : left;
  const known = isCount(unit) ? owner.units[unit] : undefined;
  const sound =
    rest.length === 0 &&
    known !== undefined &&
    (remaining === asked || (isCount(remaining) && remaining >= 1 && remaining <= asked)) &&
    isPositionOf(known, { done, after, key }, owner.sorted);
  if (!sound) return refuse('is not one, or is damaged');
  return {
    left: remaining as number,
    position: {
      unit: unit as number,
      ...(done !== null && { done: done as number }),
      ...(after !== null && { after: continuationOf(after as Pair) }),
      ...(key !== null && { key: keyOf(key as [string, string]) }),
    },
  };
}

function parse(token: unknown): readonly unknown[] | undefined {
  if (typeof token !== 'string' || token.length > LONGEST_TOKEN || !URL_SAFE.test(token)) return undefined;
  try {
    const content: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    return Array.isArray(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

function digestOf({ origin, plan, units }: TokenOwner): string {
  const text = JSON.stringify([origin, units.length, canonicalQuery(plan)]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 24);
}

function continuationOf([partitionKey, rowKey]: Pair): Continuation {
  return rowKey === undefined ? { partitionKey } : { partitionKey, rowKey };
}

function keyOf([partitionKey, rowKey]: [string, string]): KeyPosition {
  return { partitionKey, rowKey };
}
