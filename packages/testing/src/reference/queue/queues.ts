import { DeletedNames } from '../deleted-names.js';
import type { ServiceContext } from '../service-context.js';
import { sameMetadata } from '../wire/metadata-headers.js';
import { Refusal } from '../wire/refusal.js';
import { checkResourceName } from '../wire/resource-name.js';
import { Queue } from './queue.js';

/** The service takes 30 seconds or more. */
const DELETION_MS = 30_000;

/** The queues of an account. */
export class Queues {
  readonly #context: ServiceContext;
  readonly #queues = new Map<string, Queue>();
  readonly #deleted: DeletedNames;

  constructor(context: ServiceContext) {
    this.#context = context;
    this.#deleted = new DeletedNames(context.clock, DELETION_MS, () => {
      return new Refusal(409, 'QueueBeingDeleted', 'The specified queue is being deleted.');
    });
  }

  /** Whether it is new. The same again, with the same metadata, is fine. */
  create(name: string, metadata: ReadonlyMap<string, string>): boolean {
    checkResourceName(name);
    this.#deleted.check(name);
    const queue = this.#queues.get(name);
    if (!queue) {
      this.#queues.set(name, new Queue(name, metadata, this.#context));
      return true;
    }
    if (sameMetadata(queue.metadata, metadata)) return false;
    throw new Refusal(409, 'QueueAlreadyExists', 'The specified queue already exists.');
  }

  open(name: string): Queue {
    const queue = this.#queues.get(name);
    if (queue) return queue;
    this.#deleted.check(name);
    throw new Refusal(404, 'QueueNotFound', 'The specified queue does not exist.');
  }

  delete(name: string): void {
    this.open(name);
    this.#queues.delete(name);
    this.#deleted.add(name);
  }

  /** By name. */
  list(): Queue[] {
    return [...this.#queues.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
