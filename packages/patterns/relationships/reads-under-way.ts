import { Flight } from './flight.js';
import { frozenView } from './frozen-view.js';
import type { JoinOptions } from './joinable.js';
import type { LookupCache } from './lookup-cache.js';
import type { AnyRepository } from './open-related.js';

/** What was found, by the address of the row. */
export type Found = ReadonlyMap<string, object | undefined>;

/** Several rows that are read together. */
export interface Reading {
  readonly flight: Flight<Found>;
  readonly size: number;
}

/** The point reads of a lookup: whoever wants a row that is being read waits for the same reply. */
export class ReadsUnderWay {
  readonly #repository: AnyRepository;
  readonly #cache: LookupCache;
  readonly #readings = new Map<string, Reading>();

  constructor(repository: AnyRepository, cache: LookupCache) {
    this.#repository = repository;
    this.#cache = cache;
  }

  find(id: string): Reading | undefined {
    const reading = this.#readings.get(id);
    return reading?.flight.abandoned ? undefined : reading;
  }

  /** Reads these rows: 1 request for each, side by side. What comes is remembered. */
  start(asked: ReadonlyMap<string, object>, concurrency?: number): Reading {
    const askedAt = this.#repository.context.store.clock.monotonic();
    const flight = new Flight(async (signal) => {
      try {
        const found = await this.#read(asked, { signal, ...(concurrency !== undefined && { concurrency }) });
        for (const [id, value] of found) {
          if (this.#readings.get(id) === reading) this.#cache.put(id, { value, askedAt });
        }
        return found;
      } finally {
        for (const id of asked.keys()) if (this.#readings.get(id) === reading) this.#readings.delete(id);
      }
    });
    const reading: Reading = { flight, size: asked.size };
    for (const id of asked.keys()) this.#readings.set(id, reading);
    return reading;
  }

  /** Those who wait for it get it; nobody else joins them, and it is not remembered. */
  disown(id?: string): void {
    if (id === undefined) this.#readings.clear();
    else this.#readings.delete(id);
  }

  async #read(asked: ReadonlyMap<string, object>, options: JoinOptions): Promise<Found> {
    const entities = await this.#repository.getMany([...asked.values()] as never[], options);
    return new Map(
      [...asked.keys()].map((id, index) => {
        const entity = entities[index];
        return [id, entity && frozenView(this.#repository.context.model, entity)];
      }),
    );
  }
}
