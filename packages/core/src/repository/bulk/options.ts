import { OptionsError } from '../../errors/index.js';
import type { EntityClass } from '../../model/index.js';
import { type Checkpoint, parseCheckpoint, START } from './checkpoint.js';
import type { BulkOptions } from './types.js';

const CONCURRENCY = 8;
const READ_AHEAD = 10_000;
const KEPT_FAILURES = 100;

/** The options of a run, checked and complete. */
export interface BulkSettings {
  readonly concurrency: number;
  readonly readAhead: number;
  readonly stopOnError: boolean;
  readonly keepFailures: number;
  readonly from: Checkpoint;
  readonly onOutcome: ((outcome: never) => unknown) | undefined;
  readonly onProgress: ((progress: never) => unknown) | undefined;
}

export function settingsOf<C extends EntityClass>(options: BulkOptions<C>): BulkSettings {
  const { concurrency = CONCURRENCY, readAhead = READ_AHEAD, keepFailures = KEPT_FAILURES } = options;
  const { stopOnError = false, from, onOutcome, onProgress } = options;
  checkCount('concurrency', concurrency, 1);
  checkCount('readAhead', readAhead, 1);
  checkCount('keepFailures', keepFailures, 0);
  if (typeof stopOnError !== 'boolean')
    throw new OptionsError('stopOnError', 'stopOnError is true or false.');
  checkCallback('onOutcome', onOutcome);
  checkCallback('onProgress', onProgress);
  return {
    concurrency,
    readAhead,
    stopOnError,
    keepFailures,
    from: from === undefined ? START : parseCheckpoint(from),
    onOutcome,
    onProgress,
  };
}

function checkCount(option: string, value: unknown, least: number): void {
  if (Number.isSafeInteger(value) && (value as number) >= least) return;
  throw new OptionsError(option, `${option} is a whole number, ${least === 0 ? 'zero' : 'one'} or more.`);
}

function checkCallback(option: string, value: unknown): void {
  if (value === undefined || typeof value === 'function') return;
  throw new OptionsError(option, `${option} is a function.`);
}
