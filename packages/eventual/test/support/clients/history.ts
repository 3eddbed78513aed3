import type { ReferenceSnapshot } from '@tablewright/testing';
import type { Client } from './clients.js';

interface State {
  readonly from: number;
  /** `undefined`: there was no such client. */
  readonly values: string | undefined;
}

/** What the clients were, from request to request. */
export class History {
  readonly #states = new Map<string, State[]>();
  #now = 0;

  /** How many requests there were. */
  get now(): number {
    return this.#now;
  }

  look({ tables }: Pick<ReferenceSnapshot, 'tables'>): void {
    this.#now += 1;
    const there = new Map<string, string>();
    for (const { rowKey, cells } of tables.get('Clients') ?? []) {
      if (!rowKey.startsWith('client_')) continue;
      const cell = (name: string) => cells.get(name)?.value;
      const tags = cell('tags');
      there.set(
        rowKey,
        textOf([cell('email'), cell('city'), cell('active'), tags && JSON.parse(String(tags))]),
      );
    }
    for (const row of new Set([...this.#states.keys(), ...there.keys()])) {
      const states = this.#states.get(row) ?? [];
      const values = there.get(row);
      if (states.at(-1)?.values !== values) states.push({ from: this.#now, values });
      this.#states.set(row, states);
    }
  }

  /** Whether the client was just this at some time since then. */
  had({ id, email, city, active, tags }: Client, since: number): boolean {
    const values = textOf([email, city, active, tags]);
    const states = this.#states.get(`client_${String(id).padStart(4, '0')}`) ?? [];
    return states.some((state, at) => {
      const until = states[at + 1]?.from ?? Number.POSITIVE_INFINITY;
      return state.values === values && until > since;
    });
  }
}

const textOf = (values: readonly unknown[]) => JSON.stringify(values.map((value) => value ?? null));
