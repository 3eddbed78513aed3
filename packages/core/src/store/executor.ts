import { parseTypedRow, type RawRow } from '../codec/index.js';
import { parseTicks, type StoredRow } from '../edm/index.js';
import { checkKeys, checkTableName } from '../limits/index.js';
import { createsRow, type PointReadPlan, type WritePlan } from '../plan/index.js';
import { type CallScope, UNBOUNDED } from './call-scope.js';
import { checkOperations } from './check-operations.js';
import { rowPath } from './endpoint.js';
import { type Outcome, OutcomeUnknownError, ReplyInvalidError } from './errors/index.js';
import { etagOfTimestamp } from './etag.js';
import { type ExchangeContext, type Exchanged, exchange } from './exchange.js';
import { type Contention, judge, judgeAll, judgeRecorded, UNCONTENDED, vouchedEtag } from './judge.js';
import type { Message, Reply } from './message.js';
import { originOf } from './origin.js';
import { type Problem, problemOfReply } from './problem.js';
import type { ReadRow } from './read-row.js';
import { isRetryable } from './retry.js';
import type { Sender } from './sender.js';
import { serverTicksAt } from './server-time.js';
import type { Tables } from './tables.js';
import { toError } from './to-error.js';
import { writeMessage } from './write-message.js';

export interface ExecutorContext extends ExchangeContext, Sender {
  readonly newId: () => string;
  readonly tables: Tables;
}

/** Runs plans. The only code that turns them into requests. */
export class Executor {
  readonly #context: ExecutorContext;

  constructor(context: ExecutorContext) {
    this.#context = context;
  }

  /** One request. `undefined` when there is no such row, or no such table. */
  async read(plan: PointReadPlan, scope: CallScope): Promise<ReadRow | undefined> {
    const { base, headers, observe } = this.#context;
    observe?.({ type: 'plan', plan });
    const reply = await this.#get(plan, headers.read, scope);
    if (!reply) return undefined;
    const raw = parsed(reply, () => JSON.parse(reply.text) as RawRow, plan.table);
    const etag = reply.headers.get('etag') ?? etagOfTimestamp(String(raw['Timestamp']));
    const { partitionKey, rowKey, table } = plan;
    return { raw, etag, origin: originOf(base, table), partitionKey, rowKey };
  }

  /** One request. Like `read`, with the exact type of every column, known or not. */
  async readTyped(plan: PointReadPlan, scope: CallScope): Promise<StoredRow | undefined> {
    const { headers, observe } = this.#context;
    observe?.({ type: 'plan', plan });
    const reply = await this.#get(plan, headers.readTyped, scope);
    return reply && typedRow(reply, plan.table);
  }

  /** One request; the new ETags in the order of the operations. Creates the table when it turns out missing. */
  async write(
    plan: WritePlan,
    scope: CallScope,
    contended: Contention = UNCONTENDED,
  ): Promise<readonly (string | undefined)[]> {
    const { limits, observe, tables } = this.#context;
    checkOperations(plan, limits);
    // Fixed before the first attempt, like the bytes: all attempts are one operation.
    const operationId = this.#context.newId();
    const { message, etagsOf } = writeMessage(plan, operationId, this.#context);
    observe?.({ type: 'plan', plan, operationId });
    let ended = await exchange(this.#context, message, scope);
    if (isMissingTable(ended) && plan.operations.some(createsRow)) {
      await tables.create(plan.table, scope);
      const again = await exchange(this.#context, message, scope);
      ended = { ...again, doubtful: again.doubtful || ended.doubtful, startedAt: ended.startedAt };
    }
    if (ended.reply && !ended.problem) return etagsOf(ended.reply);
    const error = ended.failure ?? writeError(ended.problem!, plan);
    if (!ended.doubtful) throw error;
    return this.#resolveDoubt({ plan, operationId, ended, error, contended }, scope);
  }

  async #get(plan: PointReadPlan, headers: Message['headers'], scope: CallScope): Promise<Reply | undefined> {
    checkTableName(plan.table);
    checkKeys(plan.partitionKey, plan.rowKey, this.#context.limits, plan.entity);
    const message: Message = {
      method: 'GET',
      path: rowPath(plan.table, plan.partitionKey, plan.rowKey),
      headers,
      about: { table: plan.table, entity: plan.entity },
      absentIsFine: true,
      problemOf: problemOfReply,
      query: plan.select && `$select=${plan.select.map(encodeURIComponent).join(',')}`,
    };
    const { failure, problem, reply } = await exchange(this.#context, message, scope);
    if (failure) throw failure;
    if (!problem) return reply;
    if (problem.status === 404 && problem.code !== undefined) return undefined;
    throw toError(problem, plan);
  }

  /** An attempt may have been applied: what is stored decides, never a guess. */
  async #resolveDoubt(doubt: Doubt, scope: CallScope): Promise<readonly (string | undefined)[]> {
    const { plan, operationId, ended, error } = doubt;
    const unknown = () => {
      const resolve = async () => (await this.#look(doubt, UNBOUNDED)).outcome;
      return new OutcomeUnknownError(plan.entity, operationId, resolve, error);
    };
    if (scope.ended()) throw unknown();
    const seen = await this.#look(doubt, scope).catch(() => undefined);
    if (!seen) throw unknown();
    if (seen.outcome === 'applied') return seen.etags;
    // Without a clear refusal, an attempt may still be under way and be applied after we looked.
    const refused = ended.problem !== undefined && !isRetryable(ended.problem);
    throw seen.outcome === 'notApplied' && refused ? error : unknown();
  }

  async #look({ plan, ended, contended }: Doubt, scope: CallScope): Promise<Look> {
    const { clock, headers, observe } = this.#context;
    const { entity, table, operations } = plan;
    const outcomes: Outcome[] = [];
    const etags: (string | undefined)[] = [];
    const { purposes = [] } = plan;
    const recorded = new Set(purposes.flatMap(({ item, role }) => (role === 'outbox' ? [item] : [])));
    let told: Outcome | undefined;
    for (const [index, operation] of operations.entries()) {
      const { partitionKey, rowKey } = operation.row;
      const read: PointReadPlan = {
        kind: 'pointRead',
        purpose: 'resolve',
        entity,
        table,
        partitionKey,
        rowKey,
      };
      observe?.({ type: 'plan', plan: read });
      const reply = await this.#get(read, headers.readTyped, scope);
      const stored = reply && typedRow(reply, table);
      etags.push(vouchedEtag(operation, stored));
      if (purposes[index]?.role === 'outbox' || purposes[index]?.role === 'marker') {
        // Nobody else makes this row, but others take it away: only its presence tells something.
        if (stored) told ??= 'applied';
        continue;
      }
      // Another entity of the transaction may only keep what is on its record: that is of earlier operations.
      const own = purposes[index]?.role === 'primary' && recorded.has(purposes[index].item);
      if (own) told ??= judgeRecorded(operation, stored);
      const firstSentAt = serverTicksAt(reply?.headers.get('date'), clock.monotonic() - ended.startedAt);
      outcomes.push(judge(operation, stored, { firstSentAt, contended: contended() }));
    }
    return { outcome: told ?? judgeAll(outcomes), etags };
  }
}

/** A write that failed, though one of its attempts may have been applied. */
interface Doubt {
  readonly plan: WritePlan;
  readonly operationId: string;
  readonly ended: Exchanged;
  readonly error: Error;
  readonly contended: Contention;
}

interface Look {
  readonly outcome: Outcome;
  readonly etags: readonly (string | undefined)[];
}

/** To a write that needs an existing row, a missing table is a missing row. */
function writeError(problem: Problem, plan: WritePlan): Error {
  const missing = problem.code === 'TableNotFound' && !plan.operations.some(createsRow);
  return toError(missing ? { ...problem, code: 'ResourceNotFound' } : problem, plan);
}

function typedRow(reply: Reply, table: string): StoredRow {
  const row = parsed(reply, () => parseTypedRow(reply.text), table);
  return { ...row, etag: reply.headers.get('etag') ?? etagOfTimestamp(row.timestamp) };
}

/** Every row has its Timestamp: it is asked for even where columns are chosen. */
function isRow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { Timestamp, timestamp } = value as { readonly Timestamp?: unknown; readonly timestamp?: unknown };
  return parseTicks(String(Timestamp ?? timestamp)) !== undefined;
}

function parsed<T extends object>(reply: Reply, parse: () => T, table: string): T {
  try {
    const row: unknown = parse();
    if (isRow(row)) return row as T;
  } catch {
    // Not even JSON: the same answer.
  }
  throw new ReplyInvalidError({ status: reply.status, table });
}

function isMissingTable({ problem }: Exchanged): boolean {
  return problem?.code === 'TableNotFound' || problem?.code === 'TableBeingDeleted';
}
