import type { QueueServiceClient } from '@azure/storage-queue';
import {
  type Announced,
  type CallScope,
  type Cost,
  type Deferral,
  OptionsError,
  type Outbox,
  pacedScope,
  type Recorded,
  sideBySide,
  type TableStore,
  UNBOUNDED,
} from '@tablewright/core';
import { isDeferredRows } from '../deferred-rows.js';
import { type Place, placeName } from '../places.js';
import type { Hint } from '../queue/hint.js';
import { HintQueue, type PutHint } from '../queue/hint-queue.js';
import { deleteRows } from '../reconcile/intents.js';
import { operationId } from '../reconcile/lift.js';
import { targetTable } from '../reconcile/target-table.js';
import { type IntentRow, intentRow, intentsOfEntity } from '../rows/intent-row.js';
import { keptMarks, marksOf, nextVersion } from '../rows/marks.js';
import { applyInline } from './apply-inline.js';
import { checkFit } from './check-fit.js';
import { costOf } from './cost.js';
import { DerivationUnfitError, OutboxUnavailableError } from './errors.js';
import { type OutboxOptions, type OutboxSettings, POISON_SUFFIX, settingsOf } from './options.js';
import type { RecordedChange, RecordedStep } from './recorded-change.js';
import { Registry } from './registry.js';

/** How many entities of one transaction are carried out at once. */
const SIDE_BY_SIDE = 8;
const HINT_TIMEOUT_MS = 10_000;
const ASK_AGAIN_MS = 5_000;
const MOST_ASKED = 1_000;

/** Where something was announced, and the message that says so. */
interface Told {
  readonly place: Place;
  readonly hint: Hint;
  readonly put: PutHint | undefined;
}

type EtagOf = Parameters<Announced['committed']>[1];

/**
 * Records, in the transaction of each write, what has to follow in other partitions, and carries it out: at once, or
 * by workers. Whatever crashes in between, the record is there, and somebody finds it.
 *
 * @example
 * ```
 * const outbox = new QueueOutbox(store, { queues: QueueServiceClient.fromConnectionString(process.env.STORAGE!) });
 * const employees = new EmployeeRepository(store, { outbox });
 * ```
 */
export class QueueOutbox implements Outbox {
  readonly store: TableStore;
  /** @internal */
  readonly settings: OutboxSettings;
  /** @internal */
  readonly hints: HintQueue;
  /** @internal */
  readonly poison: HintQueue;
  /** @internal */
  readonly registry: Registry;
  readonly #asked = new Map<string, number>();

  constructor(store: TableStore, options: OutboxOptions) {
    if (typeof store?.within !== 'function') {
      throw new OptionsError(
        'store',
        'An outbox is made with a TableStore: new QueueOutbox(store, { queues }).',
      );
    }
    this.store = store;
    this.settings = settingsOf(options);
    const { queues, queue, registry } = this.settings;
    this.hints = new HintQueue(queues, queue);
    this.poison = new HintQueue(queues, queue + POISON_SUFFIX);
    this.registry = new Registry(store, registry);
  }

  /** From the embedded emulator, or the in-memory service, of @tablewright/testing. */
  static async from(
    store: TableStore,
    source: { queues(): Promise<QueueServiceClient> },
    options: Omit<OutboxOptions, 'queues'> = {},
  ): Promise<QueueOutbox> {
    if (typeof source?.queues !== 'function') {
      throw new OptionsError('source', 'The source of an outbox has a method queues().');
    }
    return new QueueOutbox(store, { ...options, queues: await source.queues() });
  }

  /** Sends nothing: what core asks for while it works out a write. */
  record({ context, keys, change, intents }: Deferral): Recorded {
    const stored = change.asStored ?? change.before;
    if (intents.length === 0) {
      const whole = change.primary.kind === 'replace';
      return { marks: keptMarks(whole ? stored : undefined), operations: [] };
    }
    const operation = operationId(this.store.newId());
    const version = nextVersion(stored, this.store.clock.now());
    const { partitionKey, rowKey } = keys;
    const steps = intents.map((intent): RecordedStep => {
      const derivation = context.patterns.deferred.find(({ name }) => name === intent.derivation)!;
      if (!isDeferredRows(derivation)) throw new DerivationUnfitError(context.model.name, intent.derivation);
      const { partitions } = intent.data as { readonly partitions: readonly string[] };
      checkFit({ context, derivation }, keys, change.after, version);
      const table = targetTable({ context, derivation });
      const row: IntentRow = {
        partitionKey,
        rowKey: intentsOfEntity(derivation.name, rowKey) + operation,
        entity: context.model.name,
        derivation: derivation.name,
        fingerprint: derivation.fingerprint,
        row: rowKey,
        operation,
        version,
        places: partitions.map((partition) => ({ table, partition })),
      };
      return { derivation, intent: row };
    });
    const { before, after } = change;
    const recorded: RecordedChange = {
      marks: marksOf(stored, version, operation),
      operations: steps.map(({ intent }) => ({ kind: 'insert', row: intentRow(intent) })),
      context,
      keys,
      operation,
      version,
      before,
      after,
      steps,
    };
    return recorded;
  }

  /** Before the commit: 1 request for the hint, and 1 where the partition was not registered in this hour. */
  async announce(recorded: readonly Recorded[], scope: CallScope): Promise<Announced> {
    const changes = recorded as readonly RecordedChange[];
    const { context, keys } = changes[0]!;
    const { patience, hints, hintDelay, mode } = this.settings;
    const place: Place = { table: context.table, partition: keys.partitionKey };
    const hint: Hint = {
      table: place.table,
      partition: place.partition,
      operations: changes.map(({ operation }) => operation),
      within: patience,
    };
    const [put] = await Promise.all([
      hints === 'always' ? this.#put(hint, hintDelay, scope) : undefined,
      this.registry.register(place, scope),
    ]);
    const told: Told = { place, hint, put };
    return {
      within: patience,
      committed: (end, etagOf) =>
        mode === 'inline' ? this.#carryOut(changes, etagOf, told, end) : this.#show(told, end),
      // What stays costs a worker a look, and nothing else.
      abandoned: async () => {
        if (put && !scope.ended()) await this.#briefly(scope, (part) => this.hints.remove(put, part));
      },
      // Where there is a hint, it shows by itself.
      undecided: async () => {
        if (!put) await this.#tell(told, scope);
      },
    };
  }

  cost(recorded: readonly Recorded[]): Cost {
    return costOf(this.settings, this.registry, recorded as readonly RecordedChange[]);
  }

  /** Asks the workers to look at the intents of a partition: 1 request. */
  async ask(place: Place, scope: CallScope = UNBOUNDED): Promise<void> {
    const { table, partition } = place;
    await this.#briefly(scope, (part) =>
      this.hints.put({ table, partition, operations: [], within: 0 }, 0, part),
    );
  }

  /** Like `ask`, in the background, and not more often than every few seconds for a partition. */
  lookAt(place: Place): void {
    const now = this.store.clock.now();
    const name = placeName(place);
    if (now - (this.#asked.get(name) ?? Number.NEGATIVE_INFINITY) < ASK_AGAIN_MS) return;
    if (this.#asked.size >= MOST_ASKED) this.#asked.clear();
    this.#asked.set(name, now);
    this.ask(place).catch((error) => this.settings.observe({ type: 'left', ...place, error }));
  }

  /**
   * A queue that cannot be reached stops no writer that carries out its intents itself: they are on record, and the
   * sweeper knows where.
   */
  async #put(hint: Hint, hiddenSeconds: number, scope: CallScope): Promise<PutHint | undefined> {
    const { mode, queue, observe } = this.settings;
    try {
      return await this.#briefly(scope, (part) => this.hints.put(hint, hiddenSeconds, part));
    } catch (error) {
      const ended = scope.ended();
      if (ended) throw ended;
      if (mode === 'worker') throw new OutboxUnavailableError({ queue }, error);
      observe({ type: 'unreachable', queue, error });
      return undefined;
    }
  }

  /** No writer waits long for a queue that does not answer. */
  #briefly<T>({ signal }: CallScope, work: (scope: CallScope) => Promise<T>): Promise<T> {
    return this.store.within({ timeout: HINT_TIMEOUT_MS, ...(signal && { signal }) }, work);
  }

  /** Each intent is deleted as the commit made it: a commit that arrives twice may record it anew. */
  async #carryOut(
    changes: readonly RecordedChange[],
    etagOf: EtagOf,
    told: Told,
    scope: CallScope,
  ): Promise<void> {
    const { place, put } = told;
    try {
      const steps = changes.flatMap((change) => change.steps.map((step) => ({ change, step })));
      const done = await sideBySide(
        steps,
        pacedScope(scope, SIDE_BY_SIDE),
        async ({ change, step }, part) => {
          const etag = etagOf(step.intent.rowKey);
          // Somebody carried it out; or it never was, and an earlier write of the same name took place instead, which
          // others may have followed since.
          if (etag === undefined) return [];
          return (await applyInline(change, step, part)) ? [{ ...step.intent, etag }] : [];
        },
      );
      const intents = done.flat();
      const deleted = await deleteRows(this.store, place.table, intents, scope);
      if (!deleted || intents.length < steps.length) return await this.#show(told, scope);
      if (put) await this.#briefly(scope, (part) => this.hints.remove(put, part));
      this.settings.observe({ type: 'applied', ...place, operations: changes.length });
    } catch (error) {
      await this.#show(told, scope, error);
    }
  }

  /** Leaves it to the workers. */
  async #show(told: Told, scope: CallScope, error?: unknown): Promise<void> {
    this.settings.observe({ type: 'left', ...told.place, ...(error !== undefined && { error }) });
    await this.#tell(told, scope);
  }

  /** Lets the workers see the hint now. A caller who gave up does not wait for it. */
  async #tell({ hint, put }: Told, scope: CallScope): Promise<void> {
    const ended = scope.ended() !== undefined;
    const told = this.#briefly(ended ? UNBOUNDED : scope, (part) =>
      put ? this.hints.hide(put, undefined, 0, part) : this.hints.put(hint, 0, part),
    );
    if (!ended) return void (await told);
    const { queue, observe } = this.settings;
    told.catch((error) => observe({ type: 'unreachable', queue, error }));
  }
}
