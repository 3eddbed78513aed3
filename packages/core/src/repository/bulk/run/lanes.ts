import { BatchSize } from '../../../store/index.js';
import type { RepositoryContext } from '../../context.js';
import type { Pending } from '../pending.js';
import { Lane } from './lane.js';

/** The partitions for which items wait, and whose turn it is. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  readonly #sizes = new Map<string, BatchSize>();
  /** Those with something to send and nothing under way, the longest idle first. */
  readonly #idle = new Set<Lane>();
  readonly #full = new Set<Lane>();

  get anyIdle(): boolean {
    return this.#idle.size > 0;
  }

  add(pending: Pending): void {
    const { context, keys } = pending.write;
    // An origin holds no NUL, and neither does a key.
    const id = `${context.origin}\0${keys.partitionKey}`;
    const lane = this.#lanes.get(id) ?? this.#open(id, context);
    lane.add(pending);
    this.#file(lane);
  }

  /** A lane to serve now: a full one, or, if `partly`, the one that has waited longest. */
  next(partly: boolean): Lane | undefined {
    for (const lane of this.#full) return this.#engage(lane);
    if (partly) for (const lane of this.#idle) return this.#engage(lane);
    return undefined;
  }

  /** The lane's transaction is over. */
  release(lane: Lane): void {
    lane.busy = false;
    if (lane.isEmpty) this.#lanes.delete(lane.id);
    else this.#file(lane);
  }

  #open(id: string, context: RepositoryContext): Lane {
    const size = this.#sizes.get(context.origin) ?? new BatchSize(context.store, context.table);
    this.#sizes.set(context.origin, size);
    const lane = new Lane(id, context.store, size);
    this.#lanes.set(id, lane);
    return lane;
  }

  #engage(lane: Lane): Lane {
    this.#idle.delete(lane);
    this.#full.delete(lane);
    lane.busy = true;
    return lane;
  }

  #file(lane: Lane): void {
    if (lane.busy) return;
    this.#idle.add(lane);
    if (lane.isFull) this.#full.add(lane);
  }
}
