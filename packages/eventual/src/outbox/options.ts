import { checkOptions, OptionsError } from '@tablewright/core';
import { isTableName } from '../places.js';
import type { OutboxQueues } from '../queue/queues.js';
import type { OutboxEvent } from './events.js';

/** How an outbox works. Only the queue service has no default. */
export interface OutboxOptions {
  /** The account's queues: `QueueServiceClient.fromConnectionString(…)` of `@azure/storage-queue`. */
  readonly queues: OutboxQueues;
  /** The queue of hints. Messages that cannot be dealt with go to the one of the same name with `-poison`. */
  readonly queue?: string;
  /**
   * `inline` (default): the writer itself carries out what follows, right after its commit; workers only do what was
   * left over. `worker`: the writer returns after the commit.
   */
  readonly mode?: 'inline' | 'worker';
  /**
   * `always` (default): a hint is put before each commit, so that workers soon find what a crashed writer left.
   * `onFailure`: only when the writer cannot do it itself; what a crashed writer left is found by the sweeper. Two
   * requests less for each write.
   */
  readonly hints?: 'always' | 'onFailure';
  /** Milliseconds within which a transaction is sent after its hint. A minute by default. */
  readonly patience?: number;
  /** Seconds after which a worker sees the hint of a writer that did not finish. 15 by default. */
  readonly hintDelay?: number;
  /** The table in which partitions with intents are written down for the sweeper. */
  readonly registry?: string;
  /** Sees what becomes of intents. */
  readonly observe?: (event: OutboxEvent) => void;
}

export interface OutboxSettings extends Required<Omit<OutboxOptions, 'observe'>> {
  readonly observe: (event: OutboxEvent) => void;
}

const QUEUE_NAME = /^[a-z0-9](?:-?[a-z0-9])+$/;
export const POISON_SUFFIX = '-poison';
const LONGEST_QUEUE_NAME = 63 - POISON_SUFFIX.length;

export function settingsOf(options: OutboxOptions): OutboxSettings {
  checkOptions(options);
  const {
    queues,
    queue = 'tablewright-outbox',
    mode = 'inline',
    hints = 'always',
    patience = 60_000,
    hintDelay = 15,
    registry = 'TablewrightOutbox',
    observe,
  } = options;
  const fail = (option: string, rule: string): never => {
    throw new OptionsError(option, rule);
  };
  if (typeof queues?.getQueueClient !== 'function') {
    fail('queues', 'queues is a QueueServiceClient of @azure/storage-queue.');
  }
  const named = typeof queue === 'string' && queue.length >= 3 && queue.length <= LONGEST_QUEUE_NAME;
  if (!named || !QUEUE_NAME.test(queue)) {
    fail('queue', `queue is 3 to ${LONGEST_QUEUE_NAME} lower-case letters, digits and single dashes.`);
  }
  if (mode !== 'inline' && mode !== 'worker') fail('mode', "mode is 'inline' or 'worker'.");
  if (hints !== 'always' && hints !== 'onFailure') fail('hints', "hints is 'always' or 'onFailure'.");
  if (mode === 'worker' && hints !== 'always') {
    fail('hints', "With mode: 'worker' nobody else would see the intents: hints is 'always'.");
  }
  if (!(typeof patience === 'number' && patience >= 1_000 && patience <= 3_600_000)) {
    fail('patience', 'patience is a number of milliseconds, from a second to an hour.');
  }
  if (!(Number.isSafeInteger(hintDelay) && hintDelay >= 1 && hintDelay <= 3_600)) {
    fail('hintDelay', 'hintDelay is a whole number of seconds, from 1 to 3,600.');
  }
  if (!isTableName(registry)) {
    fail('registry', 'registry is the name of a table: a letter, then letters and digits, 3 to 63 in all.');
  }
  if (observe !== undefined && typeof observe !== 'function') fail('observe', 'observe is a function.');
  return { queues, queue, mode, hints, patience, hintDelay, registry, observe: quietly(observe) };
}

/** An observer only watches: what it throws changes nothing, nor does what a promise of its own comes to. */
function quietly(observe: OutboxOptions['observe']): OutboxSettings['observe'] {
  return (event) => {
    new Promise((done) => done(observe?.(event))).catch(() => {});
  };
}
