import type { RepositoryContext } from '@tablewright/core';
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

/** What some repositories derive into other partitions, by table, entity and derivation. */
export class KnownDerivations {
  readonly #known = new Map<string, Known>();
  readonly #entities = new Map<string, RepositoryContext>();

  constructor(repositories: Iterable<Deriving>) {
    for (const { context } of repositories) {
      this.#entities.set(nameOf(context.table, context.model.name), context);
      for (const derivation of context.patterns.deferred) {
        if (!isDeferredRows(derivation)) continue;
        const known = { context: context, derivation };
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
