import { TICKS_PER_MILLISECOND, UNIX_EPOCH_TICKS } from './ticks.js';

const ISO = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,7}))?Z$/;
const TICKS_PER_SECOND = 1_000n * TICKS_PER_MILLISECOND;

/** The ticks of a DateTime as it travels. `undefined` when the text is not a UTC time as the service writes it. */
export function parseTicks(iso: string): bigint | undefined {
  const match = ISO.exec(iso);
  if (!match) return undefined;
  const ms = Date.parse(`${match[1]}Z`);
  if (Number.isNaN(ms)) return undefined;
  const fraction = BigInt((match[2] ?? '').padEnd(7, '0'));
  return BigInt(ms) * TICKS_PER_MILLISECOND + UNIX_EPOCH_TICKS + fraction;
}

/** With all seven decimals: 100 ns. */
export function formatTicks(ticks: bigint): string {
  // Ticks count from the year 1 and are positive, so this is the fraction on both sides of 1970.
  const remainder = ticks % TICKS_PER_SECOND;
  const ms = Number((ticks - remainder - UNIX_EPOCH_TICKS) / TICKS_PER_MILLISECOND);
  return `${new Date(ms).toISOString().slice(0, 19)}.${remainder.toString().padStart(7, '0')}Z`;
}
