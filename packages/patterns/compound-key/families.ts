import { type CallOptions, OrderUnavailableError, type QueryPlan } from '@tablewright/core';
import { type FamilyRange, narrowed } from './family-range.js';
import { groupFamilies } from './group-families.js';
import type { Relatives } from './relatives.js';

/**
 * Families in the order of their keys, to be read one by one. Immutable; nothing is sent before it is read.
 * @example
 * ```
 * for await (const { parent, reviews } of employees.families({ department: 'Sales' })) …
 * ```
 */
export class Families<Item, End> implements AsyncIterable<Item> {
  readonly #relatives: Relatives;
  readonly #range: FamilyRange;

  /** Use `families()` of a repository. */
  constructor(relatives: Relatives, range: FamilyRange) {
    this.#relatives = relatives;
    this.#range = range;
  }

  /**
   * Only those from one value of the row key's next variable to another, both included. Leave out the second end, or
   * pass `undefined` for the first. 0 requests.
   * @example `employees.families({ department: 'Sales' }).between({ id: 100 }, { id: 199 })`
   */
  between(from: End | undefined, to?: End): Families<Item, End> {
    return new Families(this.#relatives, narrowed(this.#relatives.parent.context, this.#range, from, to));
  }

  /** The very plan that would run. 0 requests. */
  explain(): QueryPlan {
    return this.#rows().explain();
  }

  /** Every family. 1 request for each page of up to 1,000 rows. */
  async all(options?: CallOptions): Promise<Item[]> {
    const families: Item[] = [];
    for await (const family of this.iterate(options)) families.push(family);
    return families;
  }

  /**
   * One family after the other. 1 request for each page of up to 1,000 rows, and one request ahead. `signal` and
   * `timeout` are for the whole iteration. Leaving the loop ends what is under way.
   */
  iterate(options?: CallOptions): AsyncGenerator<Item, undefined> {
    const rows = this.#rows().iterate(options);
    return groupFamilies(this.#relatives, rows) as AsyncGenerator<unknown> as AsyncGenerator<Item, undefined>;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Item, undefined> {
    return this.iterate();
  }

  #rows(): ReturnType<Relatives['rows']> {
    const { model, store } = this.#relatives.parent.context;
    const { profile } = store.limits;
    if (profile !== 'storage') {
      throw new OrderUnavailableError(
        model.name,
        profile,
        'families() needs the rows of a family to come together: read them one by one with family().',
      );
    }
    const { partitionKey, rowKey } = this.#range;
    return this.#relatives.rows({ partitionKey, rowKey });
  }
}
