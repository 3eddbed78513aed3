import { type CallScope, forkScope, UNBOUNDED, waitWithin } from './call-scope.js';
import { type Outcome, OutcomeUnknownError } from './errors/index.js';
import { type ExchangeContext, exchange } from './exchange.js';
import type { HeaderSets } from './headers.js';
import type { Message } from './message.js';
import { problemOfReply } from './problem.js';
import { toError } from './to-error.js';

/** The name of a deleted table stays taken for 40 seconds or more. */
const DELETION_WAIT_MS = 90_000;
const DELETION_POLL_MS = 2_000;

interface Creation {
  readonly done: Promise<void>;
  readonly stop: () => void;
  waiting: number;
}

/** Creates and deletes tables. Creating one that exists is fine; many callers at once send one request. */
export class Tables {
  readonly #context: ExchangeContext;
  readonly #headers: HeaderSets;
  readonly #newId: () => string;
  readonly #creations = new Map<string, Creation>();

  constructor(context: ExchangeContext, headers: HeaderSets, newId: () => string) {
    this.#context = context;
    this.#headers = headers;
    this.#newId = newId;
  }

  async create(table: string, scope: CallScope): Promise<void> {
    const ended = scope.ended();
    if (ended) throw ended;
    const creation = this.#creations.get(table) ?? this.#begin(table);
    creation.waiting++;
    try {
      await waitWithin(scope, creation.done);
    } finally {
      // One caller may leave while others wait; when the last one leaves, the work ends with him.
      if (--creation.waiting === 0) {
        creation.stop();
        this.#creations.delete(table);
      }
    }
  }

  async delete(table: string, scope: CallScope): Promise<boolean> {
    const id = this.#newId();
    const message = this.#message('DELETE', `Tables('${table}')`, table);
    const { failure, problem, doubtful } = await exchange(this.#context, { ...message, id }, scope);
    if (failure && doubtful) {
      throw new OutcomeUnknownError(`table ${table}`, id, () => this.#deletionOf(table), failure);
    }
    if (failure) throw failure;
    if (problem && problem.status !== 404) throw toError(problem, { table });
    // Gone after a lost reply: our own doing, as far as anybody can tell.
    return !problem || doubtful;
  }

  #begin(table: string): Creation {
    const { scope, end } = forkScope(UNBOUNDED);
    const done = this.#create(table, scope);
    // Everybody who waits may leave before it fails.
    done.catch(() => {});
    const creation = { done, stop: end, waiting: 0 };
    this.#creations.set(table, creation);
    return creation;
  }

  async #create(table: string, scope: CallScope): Promise<void> {
    const { clock, observe } = this.#context;
    const message: Message = {
      ...this.#message('POST', 'Tables', table),
      headers: this.#headers.insert,
      body: JSON.stringify({ TableName: table }),
    };
    const patience = clock.monotonic() + DELETION_WAIT_MS;
    for (;;) {
      const { failure, problem } = await exchange(this.#context, message, scope);
      if (failure) throw failure;
      if (!problem) return observe?.({ type: 'tableCreated', table });
      if (problem.code === 'TableAlreadyExists') return;
      if (problem.code !== 'TableBeingDeleted' || clock.monotonic() >= patience)
        throw toError(problem, { table });
      await clock.sleep(DELETION_POLL_MS, scope.signal).catch(() => {});
    }
  }

  async #deletionOf(table: string): Promise<Outcome> {
    const message = this.#message('GET', `Tables('${table}')`, table);
    const { failure, problem } = await exchange(this.#context, message, UNBOUNDED);
    if (failure) return 'unknown';
    return problem === undefined ? 'notApplied' : problem.status === 404 ? 'applied' : 'unknown';
  }

  #message(method: Message['method'], path: string, table: string): Message {
    const { read, write } = this.#headers;
    const headers = method === 'GET' ? read : write;
    return {
      method,
      path,
      headers,
      about: { table },
      absentIsFine: method !== 'POST',
      problemOf: problemOfReply,
    };
  }
}
