import { Bool, Entity, Int32, Json, key, Repository, type TableStore, Text } from '@tablewright/core';
import type { OutboxOptions, QueueOutbox } from '@tablewright/eventual';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';
import type { TestStorage } from './storage.js';

@Entity({ table: 'Customers' })
export class Customer {
  static readonly key = key({ partition: '{region}', row: 'cust_{id:04}' });
  @Text() region!: string;
  @Int32() id!: number;
  @Text() email!: string;
  @Text() name!: string;
  @Text() city?: string;
  @Int32() age?: number;
  @Bool() active?: boolean;
  @Json() tags?: string[];
}

/** One of each sort: projected and full, with a value that may be missing, sparse, multi-valued, in another table. */
export function customersWith(table: string) {
  return Repository(Customer)
    .with(
      InterPartitionIndex({
        byEmail: { partition: 'emails', row: 'email_{email}', project: ['name'] },
        byCity: { partition: 'city_{city}', row: 'city_{name}' },
      }),
    )
    .with(
      InterPartitionIndex({
        byTag: { table, partition: 'tags', row: 'tag_{tags}', each: { tags: 'text' }, project: ['email'] },
        byAge: {
          table,
          partition: 'age_{region}',
          row: 'age_{age:03}',
          where: { active: true },
          project: [],
        },
      }),
    );
}

export type CustomerRepository = InstanceType<ReturnType<typeof customersWith>>;

export interface Opened {
  readonly store: TableStore;
  readonly outbox: QueueOutbox;
  readonly customers: CustomerRepository;
  readonly table: string;
  /** The table of the indexes that are elsewhere. */
  readonly indexes: string;
}

export async function openCustomers(
  storage: TestStorage,
  options: Omit<OutboxOptions, 'queues'> = {},
): Promise<Opened> {
  const store = storage.store();
  const outbox = await storage.outbox(store, options);
  const table = storage.emulator.uniqueName('Customers');
  const indexes = storage.emulator.uniqueName('Indexes');
  const Customers = customersWith(indexes);
  for (const name of [table, indexes]) await storage.emulator.rawTable(name).createTable();
  return { store, outbox, customers: new Customers(store, { table, outbox }), table, indexes };
}

export function customer(id: number, more: Partial<Customer> = {}): Customer {
  const basics = { region: 'North', id, email: `c${id}@contoso.com`, name: `Name ${id}` };
  return Object.assign(new Customer(), basics, more);
}
