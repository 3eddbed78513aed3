import { type CallScope, UNBOUNDED, waitWithin } from './call-scope.js';
import { type ExchangeContext, exchange } from './exchange.js';
import type { HeaderSets } from './headers.js';
import type { Message } from './message.js';
import { problemOfReply } from './problem.js';
import { toError } from './to-error.js';

/** The name of a deleted table stays taken for 40 seconds or more. */
const DELETION_WAIT_MS = 90_000;
const DELETION_POLL_MS = 2_000;

/** Creates and deletes tables. Creating one that exists is fine; many callers at once send one request. */
export class Tables {
  readonly #context: ExchangeContext;
  readonly #headers: HeaderSets;
  readonly #creating = new Map<string, Promise<void>>();

  constructor(context: ExchangeContext, headers: HeaderSets) {
    this.#context = context;
    this.#headers = headers;
  }

  create(table: string, scope: CallScope): Promise<void> {
    let creation = this.#creating.get(table);
    if (!creation) {
      creation = this.#create(table).finally(() => this.#creating.delete(table));
      // Everybody who waits may leave before it fails.
      creation.catch(() => {});
      this.#creating.set(table, creation);
    }
    return waitWithin(scope, creation);
  }

  async delete(table: string, scope: CallScope): Promise<boolean> {
    const { failure, problem, doubtful } = await exchange(
      this.#context,
      {
        method: 'DELETE',
        path: `Tables('${table}')`,
        headers: this.#headers.write,
        about: { table },
        absentIsFine: true,
        problemOf: problemOfReply,
      },
      scope,
    );
    if (failure) throw failure;
    if (problem && problem.status !== 404) throw toError(problem, { table });
    // Gone after a lost reply: our own doing, as far as anybody can tell.
    return !problem || doubtful;
  }

  async #create(table: string): Promise<void> {
    const { clock, observe } = this.#context;
    const message: Message = {
      method: 'POST',
      path: 'Tables',
      headers: { ...this.#headers.write, Prefer: 'return-no-content' },
      body: JSON.stringify({ TableName: table }),
      about: { table },
      problemOf: problemOfReply,
    };
    const patience = clock.now() + DELETION_WAIT_MS;
    for (;;) {
      const { failure, problem } = await exchange(this.#context, message, UNBOUNDED);
      if (failure) throw failure;
      if (!problem) return observe?.({ type: 'tableCreated', table });
      if (problem.code === 'TableAlreadyExists') return;
      if (problem.code !== 'TableBeingDeleted' || clock.now() >= patience) throw toError(problem, { table });
      await clock.sleep(DELETION_POLL_MS);
    }
  }
}
