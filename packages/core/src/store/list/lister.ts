import type { StoredRow } from '../../edm/index.js';
import type { ScanPlan } from '../../plan/index.js';
import type { CallScope } from '../call-scope.js';
import { type ExchangeContext, exchange } from '../exchange.js';
import type { HeaderSets } from '../headers.js';
import type { Message, Reply } from '../message.js';
import { originOf } from '../origin.js';
import { problemOfReply } from '../problem.js';
import type { ReadRow } from '../read-row.js';
import { toError } from '../to-error.js';
import { continuationOf } from './continuation.js';
import { listQuery } from './list-query.js';
import { type PageSource, readPage, readTypedPage } from './read-page.js';
import type { OnNext, PageRequest, UnreadPage } from './row-page.js';

/** What a listing knows besides how to send requests. */
export interface ListerContext extends ExchangeContext {
  readonly base: string;
  readonly headers: HeaderSets;
}

/** Lists rows page by page: one request each. */
export class Lister {
  readonly #context: ListerContext;

  constructor(context: ListerContext) {
    this.#context = context;
  }

  fetch(plan: ScanPlan, page: PageRequest, scope: CallScope, onNext?: OnNext): Promise<UnreadPage<ReadRow>> {
    return this.#page(plan, page, this.#context.headers.read, readPage, scope, onNext);
  }

  fetchTyped(plan: ScanPlan, page: PageRequest, scope: CallScope): Promise<UnreadPage<StoredRow>> {
    return this.#page(plan, page, this.#context.headers.readTyped, readTypedPage, scope);
  }

  async #page<R>(
    plan: ScanPlan,
    page: PageRequest,
    headers: Message['headers'],
    read: (reply: Reply, source: PageSource) => readonly R[],
    scope: CallScope,
    onNext?: OnNext,
  ): Promise<UnreadPage<R>> {
    const { entity, table } = plan;
    const message: Message = {
      method: 'GET',
      query: listQuery(plan, page),
      path: `${table}()`,
      headers,
      about: { table, entity },
      absentIsFine: true,
      problemOf: problemOfReply,
      onHeaders: onNext && ((early) => onNext(continuationOf(early))),
    };
    if (!page.after) this.#context.observe?.({ type: 'plan', plan });
    const { failure, problem, reply } = await exchange(this.#context, message, scope);
    if (failure) throw failure;
    if (problem) {
      // A table that nobody has written to yet holds nothing.
      if (problem.status === 404 && problem.code !== undefined) return { read: () => [] };
      throw toError(problem, plan);
    }
    const next = continuationOf(reply.headers);
    const rows = () => read(reply, { table, origin: originOf(this.#context.base, table) });
    return next ? { read: rows, next } : { read: rows };
  }
}
