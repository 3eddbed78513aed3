import { DeletedNames } from '../deleted-names.js';
import type { ServiceContext } from '../service-context.js';
import { Refusal } from '../wire/refusal.js';
import { checkResourceName } from '../wire/resource-name.js';
import { Container } from './container.js';

/** The service takes 30 seconds or more. */
const DELETION_MS = 30_000;

/** The containers of an account. */
export class Containers {
  readonly #context: ServiceContext;
  readonly #containers = new Map<string, Container>();
  readonly #deleted: DeletedNames;
  #etags = 0;

  constructor(context: ServiceContext) {
    this.#context = context;
    this.#deleted = new DeletedNames(context.clock, DELETION_MS, () => {
      return new Refusal(409, 'ContainerBeingDeleted', 'The specified container is being deleted.');
    });
  }

  create(name: string, metadata: ReadonlyMap<string, string>): Container {
    checkResourceName(name);
    this.#deleted.check(name);
    if (this.#containers.has(name)) {
      throw new Refusal(409, 'ContainerAlreadyExists', 'The specified container already exists.');
    }
    const container = new Container(name, metadata, this.newEtag(), this.#context.clock.now());
    this.#containers.set(name, container);
    return container;
  }

  open(name: string): Container {
    const container = this.#containers.get(name);
    if (container) return container;
    this.#deleted.check(name);
    throw new Refusal(404, 'ContainerNotFound', 'The specified container does not exist.');
  }

  delete(name: string): void {
    this.#containers.delete(name);
    this.#deleted.add(name);
  }

  /** By name. */
  list(): Container[] {
    return [...this.#containers.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Each is another. */
  newEtag(): string {
    return `"0x8D${(++this.#etags).toString(16).toUpperCase().padStart(13, '0')}"`;
  }
}
