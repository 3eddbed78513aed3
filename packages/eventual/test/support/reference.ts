import { QueueServiceClient } from '@azure/storage-queue';
import { type Clock, TableStore } from '@tablewright/core';
import {
  type OutboxEvent,
  type OutboxOptions,
  OutboxWorker,
  QueueOutbox,
  type WorkerOptions,
} from '@tablewright/eventual';
import {
  type Fault,
  type ReferenceStorage,
  type ReferenceStorageOptions,
  referenceStorage,
  type StoredMessage,
} from '@tablewright/testing';
import { type Rows, rowsOf } from './check-rows.js';
import { Employees } from './staff.js';

export const QUEUE = 'tablewright-outbox';
export const POISON = `${QUEUE}-poison`;
export const REGISTRY = 'TablewrightOutbox';
export const HOUR = 3_600_000;
export const department = 'Sales';

/** A program over a service in memory, whose clock stands still until a test moves it. */
export class ReferenceProgram {
  readonly storage: ReferenceStorage;
  readonly store: TableStore;
  readonly outbox: QueueOutbox;
  readonly employees: Employees;
  readonly events: OutboxEvent[] = [];

  constructor(
    options: Partial<OutboxOptions> = {},
    storage: ReferenceStorage | ReferenceStorageOptions = {},
  ) {
    this.storage = 'service' in storage ? storage : referenceStorage(storage);
    let ids = 0;
    this.store = TableStore.from(this.storage, {
      clock: this.storage.clock,
      random: () => 1,
      newId: () => `00000000-0000-0000-0000-${String(++ids).padStart(12, '0')}`,
      retry: { maxRetries: 0 },
    });
    const queues = queuesOf(this.storage);
    this.outbox = new QueueOutbox(this.store, { queues, observe: (e) => this.events.push(e), ...options });
    this.employees = new Employees(this.store, { outbox: this.outbox });
  }

  worker(options: Partial<WorkerOptions> = {}): OutboxWorker {
    return new OutboxWorker(this.outbox, { repositories: [this.employees], ...options });
  }

  /** Commits an employee whose copy is left to the workers, with a hint that they see at once. */
  async leave(id: number, age = 30, who: string = department): Promise<void> {
    const left = new QueueOutbox(this.store, { queues: queuesOf(this.storage), mode: 'worker' });
    await new Employees(this.store, { outbox: left }).insert({
      department: who,
      id,
      age,
      email: `${id}@x.com`,
    });
  }

  /** The same, as if the writer had crashed right after the commit, and its hint was lost. */
  async crash(id: number, age = 30, who: string = department): Promise<void> {
    await this.leave(id, age, who);
    await this.clearQueue();
  }

  async clearQueue(): Promise<void> {
    await (await this.storage.rawQueues()).getQueueClient(QUEUE).clearMessages();
  }

  async put(text: string, queue = QUEUE): Promise<void> {
    const client = (await this.storage.rawQueues()).getQueueClient(queue);
    await client.createIfNotExists();
    await client.sendMessage(text);
  }

  rows(): Rows {
    return rowsOf(this.storage.snapshot());
  }

  messages(queue = QUEUE): readonly StoredMessage[] {
    return this.storage.snapshot().queues.get(queue) ?? [];
  }

  registered(): number {
    return this.storage.snapshot().tables.get(REGISTRY)?.length ?? 0;
  }

  /** Runs work, and moves the clock whenever everybody sleeps. */
  async timed<T>(work: () => Promise<T>): Promise<T> {
    let over = false;
    const running = work().finally(() => {
      over = true;
    });
    running.catch(() => {});
    while (!over) {
      await quiet();
      if (!over) this.storage.clock.advanceToNext();
    }
    return running;
  }
}

/** The clock of a program that is so many milliseconds ahead of the service. */
export function ahead({ clock }: ReferenceStorage, ms: number): Clock {
  return {
    now: () => clock.now() + ms,
    monotonic: () => clock.monotonic(),
    sleep: (wait, signal) => clock.sleep(wait, signal),
  };
}

/** Employees as another program of the account has them, whose clock is ten seconds ahead. */
export function early({ storage }: ReferenceProgram, mode: OutboxOptions['mode'] = 'inline'): Employees {
  const store = TableStore.from(storage, { clock: ahead(storage, 10_000) });
  return new Employees(store, { outbox: new QueueOutbox(store, { queues: queuesOf(storage), mode }) });
}

/** Everything that can go on without the clock has gone on. */
export async function quiet(turns = 50): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((go) => setImmediate(go));
}

export function queuesOf(storage: Pick<ReferenceStorage, 'connectionString' | 'http'>): QueueServiceClient {
  const retryOptions = { maxTries: 1 };
  return QueueServiceClient.fromConnectionString(storage.connectionString, {
    httpClient: storage.http,
    retryOptions,
  });
}

/** A request waits until it is released; `applied`: only its reply does. */
export function held(applied = false): { readonly fault: Fault; release(): void } {
  let release: () => void = () => {};
  const gate = new Promise<void>((open) => {
    release = open;
  });
  return {
    fault: {
      name: 'held',
      run: async ({ send }) => {
        const reply = applied ? await send() : undefined;
        await gate;
        return reply ?? send();
      },
    },
    release,
  };
}

export function base64(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return Buffer.from(text, 'utf8').toString('base64');
}

export function unbase64(text: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Record<string, unknown>;
}
