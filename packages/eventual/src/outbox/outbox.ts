import {
  type Announced,
  type CallOptions,
  type CallScope,
  type Cost,
  checkOptions,
  type Deferral,
  OptionsError,
  type Outbox,
  pacedScope,
  type Recorded,
  sideBySide,
  type TableStore,
} from '@tablewright/core';
import { isDeferredRows } from '../deferred-rows.js';
import { isPlace, type Place, placeName } from '../places.js';
import type { Hint } from '../queue/hint.js';
import { HintQueue } from '../queue/hint-queue.js';
import type { OutboxQueues } from '../queue/queues.js';
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
import { type Told, WriterHints } from './writer-hints.js';

/** How many entities of one transaction are carried out at once. */
const SIDE_BY_SIDE = 8;
const ASK_TIMEOUT_MS = 10_000;
const ASK_AGAIN_MS = 5_000;
const MOST_ASKED = 1_000;

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
  readonly #said: WriterHints;
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
    this.#said = new WriterHints(store, this.hints, this.settings);
  }

  /** From the embedded emulator, or the in-memory service, of @tablewright/testing. */
  static async from(
    store: TableStore,
    source: { queues(): Promise<OutboxQueues> },
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
      this.registry.checkApart([context.table, table]);
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
    const { patience, hints, mode } = this.settings;
    const place: Place = { table: context.table, partition: keys.partitionKey };
    const hint: Hint = {
      table: place.table,
      partition: place.partition,
      operations: changes.map(({ operation }) => operation),
      within: patience,
    };
    const [put] = await Promise.all([
      hints === 'always' ? this.#said.put(hint, scope) : undefined,
      this.registry.register(place, scope),
    ]);
    const told: Told = { hint, put };
    return {
      within: patience,
      committed: (end, etagOf) =>
        mode === 'inline' ? this.#carryOut(changes, etagOf, told, end) : this.#show(told, end),
      abandoned: async () => {
        if (put) await this.#said.takeBack(put, scope);
      },
      // Where there is a hint, it shows by itself.
      undecided: async () => {
        if (!put) await this.#said.show(told, scope);
      },
    };
  }

  cost(recorded: readonly Recorded[]): Cost {
    return costOf(this.settings, this.registry, recorded as readonly RecordedChange[]);
  }

  /** Asks the workers to look at the intents of a partition: 1 request. */
  async ask(place: Place, options: CallOptions = {}): Promise<void> {
    const { table, partition } = checkedPlace(place);
    checkOptions(options);
    const hint = { table, partition, operations: [], within: 0 };
    await this.store.within({ timeout: ASK_TIMEOUT_MS, ...options }, async (scope) => {
      try {
        await this.hints.put(hint, 0, scope);
      } catch (error) {
        throw scope.ended() ?? new OutboxUnavailableError({ queue: this.hints.name }, error);
      }
    });
  }

  /** Like `ask`, in the background, and not more often than every few seconds for a partition. */
  lookAt(place: Place): void {
    // Whoever damaged a copy may have made it name anything.
    if (!isPlace(place)) return;
    const now = this.store.clock.now();
    const name = placeName(place);
    if (now - (this.#asked.get(name) ?? Number.NEGATIVE_INFINITY) < ASK_AGAIN_MS) return;
    if (this.#asked.size >= MOST_ASKED) this.#asked.clear();
    this.#asked.set(name, now);
    const { queue, observe } = this.settings;
    this.ask(place).catch((error) => observe({ type: 'unreachable', queue, error }));
  }

  /** Each intent is deleted as the commit made it: a commit that arrives twice may record it anew. */
  async #carryOut(
    changes: readonly RecordedChange[],
    etagOf: EtagOf,
    told: Told,
    scope: CallScope,
  ): Promise<void> {
    const place = placeOf(told);
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
      if (told.put) await this.#said.takeBack(told.put, scope);
      this.settings.observe({ type: 'applied', ...place, operations: changes.length });
    } catch (error) {
      await this.#show(told, scope, error);
    }
  }

  /** Leaves it to the workers. */
  async #show(told: Told, scope: CallScope, error?: unknown): Promise<void> {
    this.settings.observe({ type: 'left', ...placeOf(told), ...(error !== undefined && { error }) });
    await this.#said.show(told, scope);
  }
}

function placeOf({ hint: { table, partition } }: Told): Place {
  return { table, partition };
}

/** Throws for what is no outbox, whatever it looks like. */
export function checkOutbox(outbox: unknown): asserts outbox is QueueOutbox {
  if (typeof (outbox as QueueOutbox | undefined)?.hints?.receive === 'function') return;
  throw new OptionsError('outbox', 'A QueueOutbox is asked for: new QueueOutbox(store, { queues }).');
}

function checkedPlace(place: unknown): Place {
  if (isPlace(place)) return place;
  throw new OptionsError(
    'place',
    'A place is { table, partition }: the name of a table, and a PartitionKey.',
  );
}
