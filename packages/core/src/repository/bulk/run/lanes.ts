import { BatchSize } from '../../../store/index.js';
import type { RepositoryContext } from '../../context.js';
import type { Pending } from '../pending.js';
import { Lane } from './lane.js';

interface TableLanes {
  readonly size: BatchSize;
  /** By PartitionKey. */
  readonly lanes: Map<string, Lane>;
}

/** The partitions for which items wait, and whose turn it is. */
export class Lanes {
  readonly #tables = new Map<string, TableLanes>();
  /** Those with something to send and nothing under way, the longest idle first. */
  readonly #idle = new Set<Lane>();
  readonly #full = new Set<Lane>();

  get anyIdle(): boolean {
    return this.#idle.size > 0;
  }

  add(pending: Pending): void {
    const { context, keys } = pending.write;
    const table = this.#tables.get(context.origin) ?? this.#open(context);
    let lane = table.lanes.get(keys.partitionKey);
    if (!lane) {
      lane = new Lane(context, keys.partitionKey, table.size);
      table.lanes.set(keys.partitionKey, lane);
    }
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
    if (lane.isEmpty) this.#tables.get(lane.origin)!.lanes.delete(lane.partitionKey);
    else this.#file(lane);
  }

  #open({ origin, store, table }: RepositoryContext): TableLanes {
    const opened = { size: new BatchSize(store, table), lanes: new Map<string, Lane>() };
    this.#tables.set(origin, opened);
    return opened;
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
