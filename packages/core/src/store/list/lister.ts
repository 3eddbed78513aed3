import type { ScanPlan } from '../../plan/index.js';
import type { CallScope } from '../call-scope.js';
import { type ExchangeContext, exchange } from '../exchange.js';
import type { HeaderSets } from '../headers.js';
import type { Message, Reply } from '../message.js';
import { problemOfReply } from '../problem.js';
import { toError } from '../to-error.js';
import { continuationOf } from './continuation.js';
import { listQuery } from './list-query.js';
import { readPage, readTypedPage } from './read-page.js';
import type { Listed, PageRequest, RowPage, TypedRowPage } from './row-page.js';

/** Lists rows page by page: one request each. */
export class Lister {
  readonly #context: ExchangeContext;
  readonly #headers: HeaderSets;

  constructor(context: ExchangeContext, headers: HeaderSets) {
    this.#context = context;
    this.#headers = headers;
  }

  list(plan: ScanPlan, page: PageRequest, scope: CallScope): Promise<RowPage> {
    return this.#page(plan, page, this.#headers.read, readPage, scope);
  }

  listTyped(plan: ScanPlan, page: PageRequest, scope: CallScope): Promise<TypedRowPage> {
    return this.#page(plan, page, this.#headers.readTyped, readTypedPage, scope);
  }

  async #page<R>(
    plan: ScanPlan,
    page: PageRequest,
    headers: Message['headers'],
    read: (reply: Reply, table: string) => readonly R[],
    scope: CallScope,
  ): Promise<Listed<R>> {
    const { entity, table } = plan;
    const message: Message = {
      method: 'GET',
      query: listQuery(plan, page),
      path: `${table}()`,
      headers,
      about: { table, entity },
      absentIsFine: true,
      problemOf: problemOfReply,
    };
    if (!page.after) this.#context.observe?.({ type: 'plan', plan });
    const { failure, problem, reply } = await exchange(this.#context, message, scope);
    if (failure) throw failure;
    if (problem) {
      // A table that nobody has written to yet holds nothing.
      if (problem.status === 404 && problem.code !== undefined) return { rows: [] };
      throw toError(problem, plan);
    }
    const rows = read(reply, table);
    const next = continuationOf(reply.headers);
    return next ? { rows, next } : { rows };
  }
}
