import { FORBIDDEN_IN_KEY, MAX_KEY_LENGTH } from '../../limits/index.js';
import { canResumeByKey } from '../../plan/index.js';
import type { Unit } from './run/index.js';

const LONGEST_CONTINUATION = 4_096;
const PRINTABLE = /^[^\u0000-\u001F\u007F-\u009F]+$/;
const NOT_IN_KEYS = new RegExp(`[${FORBIDDEN_IN_KEY}]`);

/** What a token says of its position, as it was parsed: anything. */
export interface ClaimedPosition {
  readonly done: unknown;
  readonly after: unknown;
  readonly key: unknown;
}

/** Whether a unit has such a position. `sorted`: its rows come in the order of their keys. */
export function isPositionOf(unit: Unit, { done, after, key }: ClaimedPosition, sorted: boolean): boolean {
  return (
    (done === null || (unit.kind === 'points' && isCount(done) && done < unit.reads.length)) &&
    (after === null || (unit.kind === 'scan' && isContinuation(after))) &&
    (key === null || (after === null && sorted && canGoOnByKey(unit) && isKey(key)))
  );
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isContinuation(value: unknown): boolean {
  return Array.isArray(value) && (value.length === 1 || value.length === 2) && value.every(isOpaque);
}

function isOpaque(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length <= LONGEST_CONTINUATION &&
    PRINTABLE.test(value) &&
    value.isWellFormed()
  );
}

function isKey(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(isKeyText) && value[0] !== '';
}

function isKeyText(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length <= MAX_KEY_LENGTH &&
    !NOT_IN_KEYS.test(value) &&
    value.isWellFormed()
  );
}

function canGoOnByKey(unit: Unit): boolean {
  return unit.kind === 'merge' || (unit.kind === 'scan' && canResumeByKey(unit.scan));
}
