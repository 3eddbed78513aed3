import type { QueryPlan } from '../../plan/index.js';
import type { CallScope } from '../../store/index.js';
import type { Page, PageOptions } from './page.js';
import { planOf } from './plan-of.js';
import type { QueryOptions } from './query-options.js';
import type { QuerySource } from './query-source.js';
import type { QueryState } from './query-state.js';
import {
  QueryRun,
  RowReader,
  type RowStore,
  type RowsReader,
  type RunOptions,
  unitsOf,
} from './run/index.js';
import { readToken, type TokenOwner, writeToken } from './token.js';

/** What a plan is run with. */
export interface PlannedParts {
  readonly owner: TokenOwner;
  readonly store: RowStore;
  readonly reader: () => RowsReader;
}

/** A query with its plan, which can be run as often as wanted. */
export class PlannedQuery {
  readonly plan: QueryPlan;
  readonly #parts: PlannedParts;
  readonly #owner: TokenOwner;

  constructor(parts: PlannedParts) {
    this.plan = parts.owner.plan;
    this.#parts = parts;
    this.#owner = parts.owner;
  }

  /** From the beginning to the end. */
  run({ concurrency }: QueryOptions, scope: CallScope): QueryRun {
    const left = this.plan.take ?? Number.POSITIVE_INFINITY;
    return this.#start({ resumable: false, left, concurrency }, scope);
  }

  /** From where the token says, in a way that can be interrupted after each page. */
  pagedRun({ token, concurrency }: PageOptions, scope: CallScope): QueryRun {
    if (token === undefined) {
      const left = this.plan.take ?? Number.POSITIVE_INFINITY;
      return this.#start({ resumable: true, left, concurrency }, scope);
    }
    const { position, left } = readToken(this.#owner, token);
    return this.#start({ resumable: true, left, start: position, concurrency }, scope);
  }

  /** The next page of a run. */
  async page(run: QueryRun, size: number): Promise<Page<object>> {
    const items = await run.page(size);
    const position = run.position();
    return position ? { items, token: writeToken(this.#owner, { position, left: run.left }) } : { items };
  }

  #start(options: Start, scope: CallScope): QueryRun {
    const { units, sorted } = this.#owner;
    const { store, reader } = this.#parts;
    return new QueryRun(store, reader(), this.plan, { ...options, units, sorted }, scope);
  }
}

/** Plans a query over a repository or one of its indexes. */
export function plannedQuery(source: QuerySource, state: QueryState): PlannedQuery {
  const { model, origin, store } = source.context;
  const plan = planOf(source, state);
  const sorted = store.limits.profile === 'storage';
  const view = plan.select ?? source.view;
  const finish = {
    ...(view && { view }),
    stamped: source.wants === 'entities' && !state.readonly,
  };
  return new PlannedQuery({
    owner: { entity: model.name, origin, plan, sorted, units: unitsOf(plan, sorted && !state.unordered) },
    store,
    reader: () => new RowReader(source.context, plan, finish),
  });
}

type Start = Omit<RunOptions, 'units' | 'sorted'>;
