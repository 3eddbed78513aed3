import { isKey, isTableName } from '../places.js';

/**
 * What a message tells: where somebody is about to record intents. Keys only, because anybody who may put messages
 * into the queue could have written it; everything else is read from the tables.
 */
export interface Hint {
  readonly table: string;
  readonly partition: string;
  /** The operations that were about to be sent. */
  readonly operations: readonly string[];
  /** The transaction was not sent later than so many milliseconds after the message was put. */
  readonly within: number;
  /** Why it could not be done so far. */
  readonly failed?: string;
  /** How often it was put back although nothing failed: it was too early, or another program's. */
  readonly waits?: number;
}

const FORMAT = 1;
const MOST_OPERATIONS = 100;

/** In base64: control characters in keys would break the XML of the queue service. */
export function hintText(hint: Hint): string {
  const { table, partition, operations, within, failed, waits } = hint;
  const message = {
    v: FORMAT,
    t: table,
    p: partition,
    o: operations,
    w: within,
    ...(failed && { f: failed }),
    ...(waits && { n: waits }),
  };
  return Buffer.from(JSON.stringify(message), 'utf8').toString('base64');
}

/** `undefined` for a message that is none of ours. */
export function readHint(text: unknown): Hint | undefined {
  try {
    const message = JSON.parse(Buffer.from(String(text), 'base64').toString('utf8')) as Record<
      string,
      unknown
    >;
    const { v, t, p, o, w, f, n = 0 } = message;
    const sound =
      v === FORMAT &&
      isTableName(t) &&
      // A key that no row has would only fail later, with an error about something else.
      isKey(p) &&
      p !== '' &&
      Array.isArray(o) &&
      o.length <= MOST_OPERATIONS &&
      o.every((operation) => typeof operation === 'string' && operation.length <= 64) &&
      typeof w === 'number' &&
      w >= 0 &&
      w <= 24 * 3_600_000 &&
      typeof n === 'number' &&
      Number.isSafeInteger(n) &&
      n >= 0;
    if (!sound) return undefined;
    return {
      table: t,
      partition: p,
      operations: o as string[],
      within: w,
      ...(typeof f === 'string' && { failed: f.slice(0, 200) }),
      ...(n > 0 && { waits: n }),
    };
  } catch {
    return undefined;
  }
}
