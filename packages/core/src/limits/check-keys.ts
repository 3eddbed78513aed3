import { LimitError, RowError } from './errors.js';
import { FORBIDDEN_IN_KEY, MAX_KEY_LENGTH } from './keys.js';
import type { ServiceLimits } from './profile.js';

const FORBIDDEN = new RegExp(`[${FORBIDDEN_IN_KEY}]`);
/** 1 for printable ASCII that the service does not forbid, by the character's code. */
const ORDINARY = new Uint8Array(0x7f);
for (let unit = 0x20; unit < 0x7f; unit++) ORDINARY[unit] = FORBIDDEN.test(String.fromCharCode(unit)) ? 0 : 1;

/** The partition key that was last found in order: rows come in runs of one partition. Empty, which none is, at first. */
let lastPartition = '';

/** Keys made by a template hold these rules already; rows built by hand might not. */
export function checkKeys(partitionKey: string, rowKey: string, limits: ServiceLimits, who: string): void {
  if (partitionKey !== lastPartition) checkKey(partitionKey, 'PartitionKey', who);
  checkKey(rowKey, 'RowKey', who);
  if (partitionKey === '') throw new RowError(`${who}: the PartitionKey is empty: paging would stop at it.`);
  lastPartition = partitionKey;
  if (limits.rowKeyBytes !== undefined) {
    const bytes = Buffer.byteLength(rowKey);
    if (bytes > limits.rowKeyBytes) {
      throw new LimitError(
        `${who}: the RowKey takes ${bytes} bytes; ${limits.profile} takes ${limits.rowKeyBytes}.`,
        { limit: 'KEY_BYTES', most: limits.rowKeyBytes, actual: bytes },
      );
    }
  }
}

function checkKey(key: string, name: 'PartitionKey' | 'RowKey', who: string): void {
  if (typeof key !== 'string') throw new RowError(`${who}: the ${name} is a string, not ${typeof key}.`);
  if (key.length > MAX_KEY_LENGTH) {
    throw new LimitError(
      `${who}: the ${name} has ${key.length} characters; the service takes ${MAX_KEY_LENGTH}.`,
      {
        limit: 'KEY_BYTES',
        most: 2 * MAX_KEY_LENGTH,
        actual: 2 * key.length,
      },
    );
  }
  if (isOrdinary(key)) return;
  if (FORBIDDEN.test(key)) {
    throw new RowError(`${who}: the ${name} holds one of / \\ # ? or a control character.`);
  }
  if (!key.isWellFormed()) throw new RowError(`${who}: the ${name} holds half of a surrogate pair.`);
}

/** Nothing more has to be known of such a key. */
function isOrdinary(key: string): boolean {
  for (let at = 0; at < key.length; at++) {
    if (ORDINARY[key.charCodeAt(at)] !== 1) return false;
  }
  return true;
}
