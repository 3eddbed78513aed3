import {
  type CallOptions,
  type CallScope,
  checkOptions,
  OptionsError,
  type StoredRow,
} from '@tablewright/core';
import { checkOutbox, type QueueOutbox } from '../outbox/outbox.js';
import { hourOf } from '../outbox/registry.js';
import { type Place, placeName } from '../places.js';
import { isRace, removal } from '../reconcile/bring-to.js';
import { contextsOf, type Deriving, KnownDerivations } from '../reconcile/known.js';
import { textOf } from '../rows/system-row.js';
import { handlePartition } from '../worker/handle-partition.js';
import { readCursor, writeCursor } from './cursor.js';
import { hourOfPartition, registryRows } from './registry-rows.js';

export interface SweepOptions extends CallOptions {
  /** The repositories whose deferred patterns are carried out. Intents of others are left alone. */
  readonly repositories: Iterable<Deriving>;
  /** Milliseconds: younger intents are left to their writers and the workers. 2 minutes by default. */
  readonly olderThan?: number;
  /** How many partitions are looked at in one call at most. 1,000 by default. */
  readonly partitions?: number;
  /** Where an earlier call stopped. */
  readonly cursor?: string;
}

/** What one call of `sweep` did. */
export interface SweepReport {
  /** Partitions that were looked at. */
  readonly partitions: number;
  /** Intents that were found, young ones included. */
  readonly intents: number;
  /** Operations whose intents were carried out. */
  readonly carriedOut: number;
  /** Derivations whose intents were left, because nothing is known of them. */
  readonly unknown: readonly string[];
  /** What went wrong, by partition; the others were swept all the same. */
  readonly failures: readonly (Place & { readonly error: unknown })[];
  /** Milliseconds since the oldest intent was recorded that was found; `undefined` when there was none. */
  readonly oldest: number | undefined;
  /** For the next call, where this one did not come to the end. */
  readonly cursor?: string;
}

/**
 * A row is written in its hour; the transaction follows within the patience of its outbox, an hour at most. The rest is
 * for clocks that are wrong.
 */
const CLOSED_AFTER_HOURS = 3;

/**
 * Finds intents that nobody carried out, because a writer crashed and its hint was lost or poisoned, and carries them
 * out. Goes by the registry, so it looks only at partitions where something was deferred. Bounded and resumable: call
 * it from a timer, again with the cursor while there is one. 1 request for each 1,000 partitions of the registry (1 more
 * with a cursor), 1 for each partition, those of the intents, and 1 for each partition that is taken off the registry.
 *
 * @example
 * ```
 * let cursor: string | undefined;
 * do ({ cursor } = await sweep(outbox, { repositories: [employees], ...(cursor && { cursor }) })); while (cursor);
 * ```
 */
export async function sweep(outbox: QueueOutbox, options: SweepOptions): Promise<SweepReport> {
  checkOutbox(outbox);
  checkOptions(options);
  const { olderThan = 120_000, partitions: most = 1_000 } = options;
  if (!(Number.isSafeInteger(most) && most >= 1)) {
    throw new OptionsError('partitions', 'partitions is a whole number, one or more.');
  }
  if (!(typeof olderThan === 'number' && olderThan >= 0)) {
    throw new OptionsError('olderThan', 'olderThan is a number of milliseconds, zero or more.');
  }
  const { store } = outbox;
  const known = new KnownDerivations(contextsOf(options.repositories, [store]), store);
  const start = readCursor(options.cursor);
  return store.within(options, async (scope) => {
    const run = new Sweep(outbox, known, olderThan, scope);
    let last: StoredRow | undefined;
    for await (const row of registryRows(outbox, start, scope)) {
      if (run.looks >= most) return run.report(last && writeCursor(last));
      await run.look(row);
      last = row;
    }
    return run.report();
  });
}

class Sweep {
  readonly #outbox: QueueOutbox;
  readonly #known: KnownDerivations;
  readonly #olderThan: number;
  readonly #scope: CallScope;
  readonly #clean = new Map<string, boolean>();
  readonly #unknown = new Set<string>();
  readonly #failures: (Place & { readonly error: unknown })[] = [];
  #damaged = 0;
  #intents = 0;
  #carriedOut = 0;
  #oldest: number | undefined;

  constructor(outbox: QueueOutbox, known: KnownDerivations, olderThan: number, scope: CallScope) {
    this.#outbox = outbox;
    this.#known = known;
    this.#olderThan = olderThan;
    this.#scope = scope;
  }

  /** Partitions, and rows of the registry that tell of none. */
  get looks(): number {
    return this.#clean.size + this.#damaged;
  }

  /** Looks at the partition that a row of the registry names, and takes it off if there is nothing left. */
  async look(row: StoredRow): Promise<void> {
    try {
      const place = { table: textOf(row, 'Table'), partition: textOf(row, 'Partition') };
      const name = placeName(place);
      if (!this.#clean.has(name)) this.#clean.set(name, await this.#sweep(place));
      const closed =
        hourOfPartition(row.partitionKey) + CLOSED_AFTER_HOURS <= hourOf(this.#outbox.store.clock.now());
      if (closed && this.#clean.get(name)) await this.#takeOff(row);
    } catch (error) {
      // Something is wrong with this row of the registry, or it cannot be taken off: the others are looked at.
      this.#damaged += 1;
      this.#fail({ table: this.#outbox.registry.table, partition: row.partitionKey }, error);
    }
  }

  async #sweep(place: Place): Promise<boolean> {
    try {
      const { store } = this.#outbox;
      const before = store.clock.now() - this.#olderThan;
      const found = await handlePartition(this.#outbox, this.#known, place, this.#scope, before);
      this.#intents += found.intents;
      this.#carriedOut += found.operations.size;
      for (const derivation of found.unknown) this.#unknown.add(derivation);
      if (found.oldest !== undefined) {
        const age = store.clock.now() - found.oldest;
        this.#oldest = Math.max(this.#oldest ?? 0, age);
      }
      if (found.failure) this.#fail(place, found.failure.error);
      return found.open === undefined;
    } catch (error) {
      this.#fail(place, error);
      return false;
    }
  }

  #fail(place: Place, error: unknown): void {
    if (this.#scope.ended()) throw error;
    this.#failures.push({ ...place, error });
  }

  /** Under its ETag: whoever registers the partition again gives the row another one. */
  async #takeOff({ partitionKey, rowKey, etag }: StoredRow): Promise<void> {
    const { store, registry } = this.#outbox;
    const operations = [removal(partitionKey, rowKey, etag)];
    try {
      await store.write({ kind: 'write', entity: 'outbox', table: registry.table, operations }, this.#scope);
    } catch (error) {
      if (!isRace(error)) throw error;
    }
  }

  report(cursor?: string): SweepReport {
    return {
      partitions: this.#clean.size,
      intents: this.#intents,
      carriedOut: this.#carriedOut,
      unknown: [...this.#unknown],
      failures: this.#failures,
      oldest: this.#oldest,
      ...(cursor !== undefined && { cursor }),
    };
  }
}
