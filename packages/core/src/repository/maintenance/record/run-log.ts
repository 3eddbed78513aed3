import type { StoredRow } from '../../../edm/index.js';
import { hasCode } from '../../../errors/index.js';
import { type RowOperation, sameRow } from '../../../plan/index.js';
import type { CallScope } from '../../../store/index.js';
import type { RepositoryContext } from '../../context.js';
import { pointRead } from '../../point-read.js';
import { MaintenanceTakenOverError } from '../errors.js';
import { isRefusal } from '../mend/send-mends.js';
import type { Earlier } from '../tally.js';
import type { Maintained } from '../task.js';
import { RECORDS_PARTITION, type RunRecord, recordKey, recordOfRow, rowOfRecord } from './run-record.js';

/** How often a record is written again when nobody knows whether it was. */
const MOST_ATTEMPTS = 5;

/** Where a call stands, recorded in the table: another call can go on from there. */
export class RunLog {
  readonly #context: RepositoryContext;
  readonly #derivation: Maintained;
  readonly #rowKey: string;
  #stored: Pick<StoredRow, 'etag'> | undefined;
  #record: RunRecord;
  /** The record of an earlier call that had not come to its end. */
  readonly resumed: RunRecord | undefined;

  private constructor(
    context: RepositoryContext,
    derivation: Maintained,
    operation: RunRecord['operation'],
    stored: StoredRow | undefined,
    restart: boolean,
  ) {
    this.#context = context;
    this.#derivation = derivation;
    this.#rowKey = recordKey(context.model.name, derivation.name);
    this.#stored = stored;
    const earlier = stored && recordOfRow(stored);
    const unfinished = earlier?.outcome === 'running' && earlier.operation === operation;
    // Another fingerprint is another derivation: what was done for it says nothing about this one.
    const same = earlier?.fingerprint === derivation.fingerprint;
    this.resumed = unfinished && same && !restart ? earlier : undefined;
    const now = new Date(context.store.clock.now());
    this.#record = {
      operation,
      outcome: 'running',
      fingerprint: derivation.fingerprint,
      run: context.store.newId(),
      startedAt: this.resumed?.startedAt ?? now,
      updatedAt: now,
      counts: this.resumed?.counts ?? { scanned: 0, partitions: 0, mended: {}, left: {} },
      ...(this.resumed?.position !== undefined && { position: this.resumed.position }),
    };
  }

  /** Reads what an earlier call left, and says that this one is at work: 2 requests. */
  static async begin(
    context: RepositoryContext,
    derivation: Maintained,
    operation: RunRecord['operation'],
    restart: boolean,
    scope: CallScope,
  ): Promise<RunLog> {
    const stored = await readRecord(context, recordKey(context.model.name, derivation.name), scope);
    const log = new RunLog(context, derivation, operation, stored, restart);
    await log.#save(scope);
    return log;
  }

  /** Everything up to this partition is done: 1 request. */
  async reached(position: string, counts: Earlier, scope: CallScope): Promise<void> {
    await this.#update({ position, counts }, scope);
  }

  /** 1 request. */
  async end(outcome: 'complete' | 'incomplete', counts: Earlier, scope: CallScope): Promise<void> {
    const { position: _, ...record } = this.#record;
    this.#record = record;
    await this.#update({ outcome, counts }, scope);
  }

  async #update(changes: Partial<RunRecord>, scope: CallScope): Promise<void> {
    const updatedAt = new Date(this.#context.store.clock.now());
    this.#record = { ...this.#record, ...changes, updatedAt };
    await this.#save(scope);
  }

  async #save(scope: CallScope): Promise<void> {
    const { store, model, table } = this.#context;
    const row = rowOfRecord(this.#rowKey, this.#record);
    for (let attempt = 1; ; attempt++) {
      const operation: RowOperation = this.#stored
        ? { kind: 'replace', row, ifMatch: this.#stored.etag }
        : { kind: 'insert', row };
      try {
        const plan = { kind: 'write' as const, entity: model.name, table, operations: [operation] };
        const [etag] = await store.write(plan, scope);
        if (etag !== undefined) {
          this.#stored = { etag };
          return;
        }
      } catch (error) {
        const uncertain = hasCode(error, 'OUTCOME_UNKNOWN') && !scope.ended() && attempt < MOST_ATTEMPTS;
        if (!uncertain && !isRefusal(error)) throw error;
      }
      const now = await readRecord(this.#context, this.#rowKey, scope);
      const ours = now !== undefined && recordOfRow(now)?.run === this.#record.run;
      const first = now?.etag === this.#stored?.etag;
      // Somebody else's, unless it is still the one that this call was to replace.
      if (!ours && !first) throw new MaintenanceTakenOverError(model.name, this.#derivation.name);
      this.#stored = now;
      if (now && sameRow(now, row)) return;
    }
  }
}

function readRecord(
  context: RepositoryContext,
  rowKey: string,
  scope: CallScope,
): Promise<StoredRow | undefined> {
  return context.store.readTyped(pointRead(context, { partitionKey: RECORDS_PARTITION, rowKey }), scope);
}
