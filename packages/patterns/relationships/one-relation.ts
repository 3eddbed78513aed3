import {
  type CallOptions,
  type Explanation,
  type GetManyOptions,
  isView,
  KeyChangedError,
  OptionsError,
  type PatternHost,
  type TableStore,
  ViewError,
} from '@tablewright/core';
import { CachedLookup } from './cached-lookup.js';
import { checkItem, itemsOf, linkingValue } from './item-value.js';
import type { LookupOptions } from './lookup-types.js';
import type { OneSide } from './one-declaration.js';
import { type AnyRepository, isRepository } from './open-related.js';
import type { Pairs } from './pairs.js';
import { explainReads, explainUnknown } from './point-reads.js';
import { valueId } from './same-value.js';
import { keyOfLink } from './stored-link.js';

const WHY = 'One point read for each distinct key that the items lead to.';

/** One relation of one repository: what users hold as `employees.manager`. */
export class OneRelation {
  readonly #side: OneSide;
  readonly #host: PatternHost;
  #opened: { readonly repository: AnyRepository; readonly pairs: Pairs } | undefined;

  constructor(side: OneSide, host: PatternHost, repository?: AnyRepository) {
    this.#side = side;
    this.#host = host;
    if (repository) this.#opened = this.#open(repository);
  }

  get repository(): AnyRepository {
    return this.#other.repository;
  }

  get store(): TableStore {
    return this.repository.context.store;
  }

  async of(item: object, options?: CallOptions): Promise<object | undefined> {
    const key = this.keyOf(item);
    return key && this.repository.get(key as never, options);
  }

  async ofMany(items: Iterable<object>, options?: GetManyOptions): Promise<(object | undefined)[]> {
    const keys = this.#keysOf(items);
    const given = keys.filter((key) => key !== undefined);
    const found = (await this.repository.getMany(given as never[], options)).values();
    return keys.map((key) => key && found.next().value);
  }

  keyOf(item: object): object | undefined {
    const { context } = this.#host;
    const { name, link } = this.#side;
    checkItem(context.model, name, item);
    if (link) return keyOfLink(this.repository.context.codec, context.model, name, item, link);
    const key: Record<string, unknown> = {};
    for (const [variable, property] of this.#other.pairs) {
      const value = linkingValue(context.model, name, item, property);
      if (value === undefined) return undefined;
      key[variable] = value;
    }
    return key;
  }

  linkTo(other: object): object {
    const { context } = this.#host;
    checkItem(this.repository.context.model, this.#side.name, other);
    // What the other side's key refuses is refused here, too: a link to nowhere would be found out late.
    const keys = this.repository.context.codec.keys(other);
    const { link } = this.#side;
    if (link) return { [link.partitionKey]: keys.partitionKey, [link.rowKey]: keys.rowKey };
    const written = [...this.#other.pairs].filter(
      ([, property]) => context.model.properties.get(property)?.computed === false,
    );
    const values = other as Readonly<Record<string, unknown>>;
    return Object.fromEntries(written.map(([variable, property]) => [property, values[variable]]));
  }

  link(item: object, other: object): object {
    const { model, codec } = this.#host.context;
    checkItem(model, this.#side.name, item);
    if (isView(item)) throw new ViewError(model.name);
    const wanted = Object.entries(this.linkTo(other));
    const entity = item as Record<string, unknown>;
    const changed = wanted.find(
      ([property, value]) =>
        model.properties.get(property)!.inKey &&
        valueId(codec, property, entity[property]) !== valueId(codec, property, value),
    );
    if (changed) throw new KeyChangedError(model.name, changed[0]);
    for (const [property, value] of wanted) entity[property] = value;
    return item;
  }

  explain(items?: Iterable<object>): Explanation {
    if (items === undefined) return explainUnknown('which keys the items lead to', WHY);
    const keys = this.#keysOf(items).filter((key) => key !== undefined);
    return explainReads(this.repository.context, keys, WHY);
  }

  cached(options?: LookupOptions): CachedLookup {
    return new CachedLookup(this.repository, (item) => this.keyOf(item), options);
  }

  using(repository: AnyRepository): OneRelation {
    if (!isRepository(repository)) {
      throw new OptionsError('repository', 'using() takes a repository of the other side.');
    }
    if (repository.context.model !== this.repository.context.model) {
      const { model } = this.repository.context;
      throw new OptionsError('repository', `using() takes a repository of ${model.name}.`);
    }
    return new OneRelation(this.#side, this.#host, repository);
  }

  get #other(): { readonly repository: AnyRepository; readonly pairs: Pairs } {
    this.#opened ??= this.#open(this.#side.other.open(this.#host));
    return this.#opened;
  }

  #open(repository: AnyRepository) {
    const pairs = this.#side.link ? new Map<string, string>() : this.#side.pairs(repository.context.model);
    return { repository, pairs };
  }

  /** All of them before the first request leaves. */
  #keysOf(items: Iterable<object>): readonly (object | undefined)[] {
    return itemsOf(this.#host.context.model, this.#side.name, items).map((item) => this.keyOf(item));
  }
}
