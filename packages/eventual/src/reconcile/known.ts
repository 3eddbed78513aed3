import { OptionsError, type RepositoryContext, type TableStore } from '@tablewright/core';
import { type DeferredRows, isDeferredRows } from '../deferred-rows.js';

/** A repository, of whatever class. */
export interface Deriving {
  // biome-ignore lint/suspicious/noExplicitAny: a repository of any class will do
  readonly context: RepositoryContext<any>;
}

/** A derivation of a repository that a worker knows. */
export interface Known {
  readonly context: RepositoryContext;
  readonly derivation: DeferredRows;
}

/** Checks what a caller gave for repositories: each of them is of one of the accounts. */
export function contextsOf(
  repositories: unknown,
  stores: readonly TableStore[],
): readonly RepositoryContext[] {
  const fail = (rule: string): never => {
    throw new OptionsError('repositories', rule);
  };
  if (typeof (repositories as Iterable<unknown> | undefined)?.[Symbol.iterator] !== 'function') {
    fail('repositories is an array of the repositories to work for.');
  }
  return [...(repositories as Iterable<Deriving | undefined>)].map((repository) => {
    const context = repository?.context;
    if (typeof context?.patterns?.deferred?.[Symbol.iterator] !== 'function') {
      return fail('repositories holds repositories, and nothing else.');
    }
    // Intents would be looked for in one account, and their entities in another.
    if (!stores.some(({ url }) => url === context.store.url)) {
      return fail(`The repository of ${context.model.name} is of another account than the outbox.`);
    }
    return context;
  });
}

/** What some repositories derive into other partitions of an account, by table, entity and derivation. */
export class KnownDerivations {
  readonly #known = new Map<string, Known>();
  readonly #entities = new Map<string, RepositoryContext>();

  constructor(contexts: readonly RepositoryContext[], { url }: TableStore) {
    for (const context of contexts) {
      if (context.store.url !== url) continue;
      this.#entities.set(nameOf(context.table, context.model.name), context);
      for (const derivation of context.patterns.deferred) {
        if (!isDeferredRows(derivation)) continue;
        const known = { context, derivation };
        this.#known.set(nameOf(context.table, context.model.name, derivation.name), known);
      }
    }
  }

  /** `undefined`: another version of the program has such entities, or derives this. */
  find(table: string, entity: string, derivation: string): Known | undefined {
    return this.#known.get(nameOf(table, entity, derivation));
  }

  /** Whether anything of a table is known. */
  hasTable(table: string): boolean {
    return [...this.#entities.values()].some(
      (context) => context.table.toLowerCase() === table.toLowerCase(),
    );
  }

  get all(): readonly Known[] {
    return [...this.#known.values()];
  }
}

/** The service takes tables for the same whose names differ in case. */
function nameOf(table: string, ...names: readonly string[]): string {
  return JSON.stringify([table.toLowerCase(), ...names]);
}
