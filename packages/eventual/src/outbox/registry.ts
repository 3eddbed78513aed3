import { type CallScope, hasCode, OptionsError, type TableStore } from '@tablewright/core';
import type { Place } from '../places.js';
import { digestOf, rowOf } from '../rows/system-row.js';
import { OutboxUnavailableError } from './errors.js';

/** The hours of an account's registry are spread over so many partitions each. */
export const BUCKETS = 16;
const HOUR_MS = 3_600_000;
const MOST_CACHED = 10_000;

/**
 * Says in which partitions there may be intents, by the hour: the map of the sweeper. Neither hot nor ever-growing:
 * each process writes a row once an hour for each partition that it defers something in.
 */
export class Registry {
  readonly #store: TableStore;
  readonly table: string;
  readonly #known = new Map<string, number>();

  constructor(store: TableStore, table: string) {
    this.#store = store;
    this.table = table;
  }

  /** Rows of entities or indexes would be taken for its own. */
  checkApart(tables: readonly string[]): void {
    if (!tables.some((table) => table.toLowerCase() === this.table.toLowerCase())) return;
    throw new OptionsError(
      'registry',
      `registry names table '${this.table}', which others use. Name another.`,
    );
  }

  /** Whether the partition has to be written down first. */
  knows(place: Place): boolean {
    return this.#known.get(nameOf(place)) === this.#hour();
  }

  /** 1 request, unless this process has done it in the same hour. */
  async register(place: Place, scope: CallScope): Promise<void> {
    if (this.knows(place)) return;
    const hour = this.#hour();
    const row = rowOf(registryPartition(hour, bucketOf(place)), digestOf(nameOf(place)), {
      Table: ['Edm.String', place.table],
      Partition: ['Edm.String', place.partition],
    });
    const operations = [{ kind: 'upsertReplace', row }] as const;
    const { table } = this;
    try {
      await this.#store.write({ kind: 'write', entity: 'outbox', table, operations }, scope);
    } catch (error) {
      if (!hasCode(error, 'OUTCOME_UNKNOWN')) throw error;
      // Whoever writes an entity would take it for the outcome of his own write, which was not even sent.
      throw scope.ended() ?? new OutboxUnavailableError({ registry: table }, error);
    }
    if (this.#known.size >= MOST_CACHED) this.#known.clear();
    this.#known.set(nameOf(place), hour);
  }

  #hour(): number {
    return hourOf(this.#store.clock.now());
  }
}

export function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS);
}

/** In the order of time. */
export function registryPartition(hour: number, bucket?: number): string {
  const start = new Date(hour * HOUR_MS).toISOString().slice(0, 13);
  return bucket === undefined ? start : `${start} ${String(bucket).padStart(2, '0')}`;
}

function bucketOf(place: Place): number {
  return digestOf(nameOf(place)).charCodeAt(0) % BUCKETS;
}

function nameOf({ table, partition }: Place): string {
  return JSON.stringify([table.toLowerCase(), partition]);
}
