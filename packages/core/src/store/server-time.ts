import { parseTicks } from '../edm/index.js';

/** Replies give whole seconds, and the clocks of a service's machines differ a little. */
const MARGIN_MS = 2_000;

/**
 * The server's time at which a call began, no later than it really was: taken from a reply's Date header
 * and the time that passed here since, so that the two clocks are never compared.
 */
export function serverTicksAt(dateHeader: string | undefined, elapsedMs: number): bigint | undefined {
  const date = dateHeader === undefined ? Number.NaN : Date.parse(dateHeader);
  if (Number.isNaN(date)) return undefined;
  return parseTicks(new Date(date - elapsedMs - MARGIN_MS).toISOString());
}
