import { type CallOptions, type CallScope, MAX_PAGE_ROWS, type TableStore } from '../../store/index.js';
import { type Page, type PageOptions, sizeOf } from './page.js';
import type { PlannedQuery } from './planned-query.js';
import type { QueryOptions } from './query-options.js';
import { type Batches, BatchIterator, openCall, type QueryRun } from './run/index.js';

/** A query that is planned once somebody runs it; what is wrong with it comes out there. */
export interface Runnable {
  readonly store: TableStore;
  planned(): PlannedQuery;
}

const ALL = Number.POSITIVE_INFINITY;

/** Every result, in batches as they come. */
export function forEachBatch(
  query: Runnable,
  options: QueryOptions | undefined,
  take: (results: readonly object[]) => void,
): Promise<void> {
  return query.store.within(options, (scope, given) =>
    closing(query.planned().run(given, scope), async (run) => {
      for (let batch = await run.next(ALL); batch; batch = await run.next(ALL)) take(batch);
    }),
  );
}

/** The first result of a query that may leave out many rows: whole pages are fetched, and none ahead. */
export function firstOfMany(query: Runnable, options: QueryOptions | undefined): Promise<object | undefined> {
  return query.store.within(options, (scope, given) =>
    closing(query.planned().run(given, scope), async (run) => {
      let batch = await run.next(MAX_PAGE_ROWS);
      while (batch && batch.length === 0) batch = await run.next(MAX_PAGE_ROWS);
      return batch?.[0];
    }),
  );
}

/** One page. */
export function onePage(query: Runnable, options: PageOptions | undefined): Promise<Page<object>> {
  return query.store.within(options, (scope, given) => {
    const size = sizeOf(given);
    const planned = query.planned();
    return closing(planned.pagedRun(given, scope), (run) => planned.page(run, size));
  });
}

/** One result after the other. */
export function eachResult(
  query: Runnable,
  options: QueryOptions | undefined,
): AsyncIterableIterator<object, undefined> {
  return iterator(query, options, (scope, given) => {
    const run = query.planned().run(given, scope);
    return { run, next: () => run.next(ALL) };
  });
}

/** One page after the other. */
export function eachPage(
  query: Runnable,
  options: PageOptions | undefined,
): AsyncIterableIterator<Page<object>, undefined> {
  return iterator(query, options, (scope, given) => {
    const size = sizeOf(given);
    const planned = query.planned();
    const run = planned.pagedRun(given, scope);
    let over = false;
    const next = async () => {
      if (over) return undefined;
      const page = await planned.page(run, size);
      over = page.token === undefined;
      return over && page.items.length === 0 ? undefined : [page];
    };
    return { run, next };
  });
}

function iterator<T, O extends CallOptions>(
  { store }: Runnable,
  options: O | undefined,
  start: (scope: CallScope, options: O) => { readonly run: QueryRun; readonly next: Batches<T>['next'] },
): AsyncIterableIterator<T, undefined> {
  return new BatchIterator(async () => {
    const call = await openCall(store, options);
    try {
      const { run, next } = start(call.scope, call.options);
      const close = async () => {
        await run.close();
        call.close();
      };
      return { next, close, ended: () => call.scope.ended() };
    } catch (error) {
      call.close();
      throw error;
    }
  });
}

async function closing<T>(run: QueryRun, work: (run: QueryRun) => Promise<T>): Promise<T> {
  try {
    return await work(run);
  } finally {
    await run.close();
  }
}
