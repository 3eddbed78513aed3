import { DeletedNames } from '../deleted-names.js';
import type { ServiceContext } from '../service-context.js';
import { Refusal } from '../wire/refusal.js';
import { isTableName } from './limits.js';
import { Table } from './table.js';

/** The service takes 40 seconds or more, and whatever is asked of the table meanwhile is a conflict. */
const DELETION_MS = 40_000;

/** The tables of an account. Their names are compared without regard to case. */
export class Tables {
  readonly #tables = new Map<string, Table>();
  readonly #deleted: DeletedNames;

  constructor(context: ServiceContext) {
    this.#deleted = new DeletedNames(context.clock, DELETION_MS, () => {
      return new Refusal(
        409,
        'TableBeingDeleted',
        'The specified table is being deleted. Try operation later.',
      );
    });
  }

  create(name: string): Table {
    const key = name.toLowerCase();
    if (!isTableName(name)) {
      throw /^[A-Za-z0-9]*$/.test(name) && (name.length < 3 || name.length > 63)
        ? new Refusal(
            400,
            'OutOfRangeInput',
            'The specified resource name length is not within the permissible limits.',
          )
        : new Refusal(400, 'InvalidResourceName', 'The specified resource name contains invalid characters.');
    }
    this.#deleted.check(key);
    if (this.#tables.has(key))
      throw new Refusal(409, 'TableAlreadyExists', 'The table specified already exists.');
    const table = new Table(name);
    this.#tables.set(key, table);
    return table;
  }

  /** For work with rows. */
  open(name: string): Table {
    const table = this.find(name);
    if (table) return table;
    this.#deleted.check(name.toLowerCase());
    throw new Refusal(404, 'TableNotFound', 'The table specified does not exist.');
  }

  delete(name: string): void {
    const key = name.toLowerCase();
    if (!this.#tables.delete(key)) {
      this.#deleted.check(key);
      throw new Refusal(404, 'ResourceNotFound', 'The specified resource does not exist.');
    }
    this.#deleted.add(key);
  }

  find(name: string): Table | undefined {
    return this.#tables.get(name) ?? this.#tables.get(name.toLowerCase());
  }

  /** By name. */
  list(): Table[] {
    return [...this.#tables.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, table]) => table);
  }
}
