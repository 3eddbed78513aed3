import { TablewrightError } from '../../errors/index.js';
import type { BulkReport } from './types.js';

/** Why a bulk run ended before its source did. */
export type BulkEnd = 'ABORTED' | 'TIMEOUT' | 'SOURCE_FAILED' | 'CALLBACK_FAILED' | 'STOPPED';

const REASONS: Readonly<Record<BulkEnd, string>> = {
  ABORTED: 'it was aborted by its signal',
  TIMEOUT: 'its timeout ran out',
  SOURCE_FAILED: 'its source threw an error',
  CALLBACK_FAILED: 'onOutcome or onProgress threw an error',
  STOPPED: 'an item failed and stopOnError was set',
};

/**
 * A bulk run ended early. What it has written stands: `checkpoint` leads on from there, `report` says how far
 * it came, and `cause` is what ended it.
 */
export class BulkInterruptedError extends TablewrightError<'BULK_INTERRUPTED', { readonly reason: BulkEnd }> {
  declare readonly report: BulkReport;

  constructor(reason: BulkEnd, report: BulkReport, cause: unknown) {
    super(
      'BULK_INTERRUPTED',
      `The bulk run ended early: ${REASONS[reason]}. To go on, pass { from: error.checkpoint } with the same source.`,
      { reason },
      { cause },
    );
    // What the platform calls it, so that code which only knows AbortSignal recognises it.
    if (reason === 'ABORTED') this.name = 'AbortError';
    // Not enumerable: it holds the caller's items, which have no place in a log.
    Object.defineProperty(this, 'report', { value: report, enumerable: false });
  }

  /** Pass it as `from`, with the same source. */
  get checkpoint(): string {
    return this.report.checkpoint;
  }
}

/** A checkpoint that no bulk run made, or one of another source. */
export class CheckpointError extends TablewrightError<'CHECKPOINT_INVALID'> {
  constructor(message: string) {
    super('CHECKPOINT_INVALID', message, {});
  }
}
