import {
  callSteps,
  type EntityClass,
  type Explanation,
  OptionsError,
  type PatternHost,
  type Query,
  type QueryOptions,
  sideBySide,
  type TableStore,
} from '@tablewright/core';
import { FamilyRows, type FamilySides, familyReader } from './family.js';
import { checkItem, itemsOf, linkingValue } from './item-value.js';
import type { ManySide } from './many-declaration.js';
import { isOneRange } from './one-range.js';
import { type AnyRepository, isRepository } from './open-related.js';
import { explainUnknown } from './point-reads.js';
import { refreshCopies } from './refresh-copies.js';
import type { RefreshOptions, RefreshReport } from './refresh-types.js';
import { valueId } from './same-value.js';

type AnyQuery = Query<object, EntityClass['key']>;

const WHY = 'One query for each distinct one.';
const QUERIES_AT_ONCE = 8;

/** One relation of one repository: what users hold as `departments.employees`. */
export class ManyRelation {
  readonly #side: ManySide;
  readonly #host: PatternHost;
  #repository: AnyRepository | undefined;
  #reader: ReturnType<typeof familyReader> | undefined;

  constructor(side: ManySide, host: PatternHost, repository?: AnyRepository) {
    this.#side = side;
    this.#host = host;
    this.#repository = repository && this.#checked(repository);
  }

  get repository(): AnyRepository {
    this.#repository ??= this.#checked(this.#side.other.open(this.#host));
    return this.#repository;
  }

  get store(): TableStore {
    return this.repository.context.store;
  }

  of(one: object): AnyQuery {
    const values = this.#valuesOf(one);
    if (values) return this.#query(values);
    throw new OptionsError(
      'one',
      `${this.#host.context.model.name}: nothing can belong to this one in '${this.#side.name}': a property that leads there has no value.`,
    );
  }

  async ofMany(ones: Iterable<object>, options?: QueryOptions): Promise<object[][]> {
    const { ids, distinct } = this.#distinct(ones);
    const { concurrency = QUERIES_AT_ONCE } = options ?? {};
    if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
      throw new OptionsError('concurrency', 'concurrency is a whole number, one or more.');
    }
    return this.store.within(options, async (scope) => {
      const queries = [...distinct.values()];
      const run = async (query: AnyQuery, { signal }: typeof scope) =>
        query.all({ ...(signal && { signal }) });
      const found = await callSteps(scope).run(() => sideBySide(queries, scope, run, concurrency));
      const byId = new Map([...distinct.keys()].map((id, index) => [id, found[index]!]));
      return ids.map((id) => [...(id === undefined ? [] : byId.get(id)!)]);
    });
  }

  linkTo(one: object): object {
    const { name, by, copies } = this.#side;
    checkItem(this.#host.context.model, name, one);
    const values = one as Readonly<Record<string, unknown>>;
    const given = [...by, ...copies].map(([property, source]) => [property, values[source]] as const);
    return Object.fromEntries(given.filter(([, value]) => value !== undefined));
  }

  explain(ones?: Iterable<object>): Explanation {
    if (ones === undefined) return explainUnknown('to how many different ones the items lead', WHY);
    const plans = [...this.#distinct(ones).distinct.values()].map((query) => query.explain());
    const least = plans.reduce((sum, { requests }) => sum + requests.least, 0);
    const known = plans.every(({ requests }) => requests.most !== undefined);
    const most = plans.reduce((sum, { requests }) => sum + (requests.most ?? 0), 0);
    const requests = { least, ...(known && { most }) };
    return {
      reads: plans.flatMap(({ parts }) => parts),
      open: known ? [] : ['how many pages there are'],
      requests,
      transactions: requests,
      why: WHY,
    };
  }

  using(repository: AnyRepository): ManyRelation {
    if (!isRepository(repository) || repository.context.model !== this.repository.context.model) {
      throw new OptionsError(
        'repository',
        `using() takes a repository of ${this.repository.context.model.name}.`,
      );
    }
    return new ManyRelation(this.#side, this.#host, repository);
  }

  family(one: object): FamilyRows {
    const values = this.#valuesOf(one);
    const { name, samePartition } = this.#side;
    if (values && samePartition) return new FamilyRows(this.#sides, one, values);
    throw new OptionsError(
      'one',
      `${this.#host.context.model.name}: '${name}' has no family() of this: it takes samePartition in the declaration, and a value for each property of by.`,
    );
  }

  async refreshCopies(key: object, options?: RefreshOptions): Promise<RefreshReport> {
    const { repository: others } = this;
    const query = (one: object) => this.of(one);
    return refreshCopies({ host: this.#host, side: this.#side, others, query }, key, options);
  }

  get #sides(): FamilySides {
    const { repository: others } = this;
    const reader = () => (this.#reader ??= familyReader(this.#host, others));
    return { host: this.#host, others, reader };
  }

  #checked(repository: AnyRepository): AnyRepository {
    this.#side.check(repository.context.model);
    return repository;
  }

  #query(values: Readonly<Record<string, unknown>>): AnyQuery {
    const { model } = this.repository.context;
    const query = this.repository.query(values as never) as unknown as AnyQuery;
    // All rows of the range belong to the one: reading them is what was asked for, and no scan in search of some.
    return isOneRange(model, Object.keys(values)) ? query.scan('partition') : query;
  }

  /** `undefined`: nothing can belong to it. */
  #valuesOf(one: object): Readonly<Record<string, unknown>> | undefined {
    const { model } = this.#host.context;
    checkItem(model, this.#side.name, one);
    const values: Record<string, unknown> = {};
    for (const [property, source] of this.#side.by) {
      const value = linkingValue(model, this.#side.name, one, source);
      if (value === undefined) return undefined;
      values[property] = value;
    }
    return values;
  }

  /** All queries, planned before the first request leaves; for each item, which of them is its own. */
  #distinct(ones: Iterable<object>): {
    readonly ids: readonly (string | undefined)[];
    readonly distinct: ReadonlyMap<string, AnyQuery>;
  } {
    const { codec } = this.repository.context;
    const distinct = new Map<string, AnyQuery>();
    const ids = itemsOf(this.#host.context.model, this.#side.name, ones).map((one) => {
      const values = this.#valuesOf(one);
      if (!values) return undefined;
      const id = JSON.stringify(Object.entries(values).map(([name, value]) => valueId(codec, name, value)));
      if (!distinct.has(id)) {
        const query = this.#query(values);
        query.explain();
        distinct.set(id, query);
      }
      return id;
    });
    return { ids, distinct };
  }
}
