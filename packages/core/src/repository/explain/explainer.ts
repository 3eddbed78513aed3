import type { EntityClass } from '../../model/index.js';
import type { BoundBulkItem } from '../bulk/bound-item.js';
import { type BulkExplanation, explainBulk } from '../bulk/explain-bulk.js';
import type { BulkItem } from '../bulk/item.js';
import type { RepositoryContext } from '../context.js';
import type { GuardOptions } from '../guard.js';
import { distinctAddresses } from '../operations/get-many.js';
import { prepareAnyUpdate } from '../operations/update.js';
import { addressOf, existenceRead } from '../point-read.js';
import type { Changes, EntityOf, Input, KeyOf, Target } from '../types.js';
import type { ChangeSet } from '../write/changes.js';
import { prepareDelete } from '../write/prepare-delete.js';
import { prepareInsert } from '../write/prepare-insert.js';
import { prepareReplace } from '../write/prepare-replace.js';
import { prepareUpsert, type UpsertMode } from '../write/prepare-upsert.js';
import { entityRead } from './entity-read.js';
import { explainWrites } from './explain-writes.js';
import { type Explanation, explanation } from './explanation.js';

const ONE = { least: 1, most: 1 } as const;

/**
 * The operations of a repository, explained instead of run: each takes the arguments of its namesake, checks
 * them as it would, and says what would be sent. Queries and transactions have an `explain` of their own.
 * No requests.
 */
export class Explainer<C extends EntityClass> {
  readonly #context: RepositoryContext<EntityOf<C>>;

  constructor(context: RepositoryContext<EntityOf<C>>) {
    this.#context = context;
  }

  async insert(entity: Input<C>): Promise<Explanation> {
    return explainWrites([prepareInsert(this.#context, entity)]);
  }

  async replace(entity: Input<C>, options: GuardOptions = {}): Promise<Explanation> {
    return explainWrites([prepareReplace(this.#context, entity, options)]);
  }

  async update(
    target: Target<C>,
    changes?: Changes<EntityOf<C>, C['key']>,
    options: GuardOptions = {},
  ): Promise<Explanation> {
    const set = changes as ChangeSet | undefined;
    return explainWrites([prepareAnyUpdate(this.#context, target, set, options)]);
  }

  async upsert(
    entity: Input<C>,
    { mode = 'merge' }: { readonly mode?: UpsertMode } = {},
  ): Promise<Explanation> {
    return explainWrites([prepareUpsert(this.#context, entity, mode)]);
  }

  async delete(target: Target<C>, options: GuardOptions = {}): Promise<Explanation> {
    return explainWrites([prepareDelete(this.#context, target, options)]);
  }

  async get(key: KeyOf<C>): Promise<Explanation> {
    const read = entityRead(this.#context, addressOf(this.#context, key));
    if (read.kind === 'pointRead') {
      return explanation({ reads: [read], requests: ONE, why: 'One row by its full key.' });
    }
    const why = 'The rows of one entity, which lie behind one another.';
    return explanation({ reads: [read], requests: { least: 1 }, why });
  }

  /** As `get`. */
  getOrThrow(key: KeyOf<C>): Promise<Explanation> {
    return this.get(key);
  }

  async exists(key: KeyOf<C>): Promise<Explanation> {
    const read = existenceRead(this.#context, addressOf(this.#context, key));
    return explanation({
      reads: [read],
      requests: { least: 1, most: 1 },
      why: 'One row, without its columns.',
    });
  }

  async getMany(keys: Iterable<KeyOf<C>>): Promise<Explanation> {
    const addresses = distinctAddresses(this.#context, keys).distinct;
    const reads = addresses.map((keysOfRow) => entityRead(this.#context, keysOfRow));
    const count = reads.length;
    return explanation({
      reads,
      requests: { least: count, most: count },
      why: 'One read for each distinct key.',
    });
  }

  /** The transactions of a bulk run over these items, cut as the run cuts them. */
  async bulk(items: Iterable<BulkItem<C> | BoundBulkItem<EntityClass>>): Promise<BulkExplanation> {
    return explainBulk(this.#context, items);
  }

  async modify(key: KeyOf<C>): Promise<Explanation> {
    const read = entityRead(this.#context, addressOf(this.#context, key));
    return explanation({
      reads: [read],
      open: ['what the change function alters is merged under the ETag that is read'],
      requests: { least: 1 },
      why: 'The row is read, changed and written; from the start again while others are faster.',
    });
  }
}
