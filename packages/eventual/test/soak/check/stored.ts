import { TableClient } from '@azure/data-tables';
import { type PeekedMessageItem, type QueueClient, QueueServiceClient } from '@azure/storage-queue';
import { ITEMS, SIZES } from '../items.js';

/** A row as the SDK gives it, by hand as far as the checks need it. */
export interface StoredItem {
  readonly partition: string;
  readonly row: string;
  readonly cells: Readonly<Record<string, unknown>>;
}

/** All that is stored, read past the library. */
export interface Stored {
  readonly items: readonly StoredItem[];
  readonly intents: readonly StoredItem[];
  readonly byColor: readonly StoredItem[];
  readonly bySize: readonly StoredItem[];
  readonly guards: readonly StoredItem[];
  /** Rows that are nothing of all this. */
  readonly others: readonly StoredItem[];
}

const SYSTEM = '\uFFEE';
const QUEUE = 'tablewright-outbox';
const INSECURE = { allowInsecureConnection: true };

export async function readStored(connectionString: string): Promise<Stored> {
  return sorted(await rowsOf(connectionString, ITEMS), await rowsOf(connectionString, SIZES));
}

export function sorted(main: readonly StoredItem[], sizes: readonly StoredItem[]): Stored {
  const beginning = (rows: readonly StoredItem[], prefix: string) =>
    rows.filter(({ row }) => row.startsWith(prefix));
  const guard = `${SYSTEM}guard `;
  const found = {
    items: beginning(main, 'item_'),
    intents: beginning(main, `${SYSTEM}intent `),
    byColor: beginning(main, 'color_'),
    bySize: sizes.filter(({ row }) => !row.startsWith(SYSTEM)),
    guards: [...beginning(main, guard), ...beginning(sizes, guard)],
  };
  const known = new Set(Object.values(found).flat());
  return { ...found, others: [...main, ...sizes].filter((row) => !known.has(row)) };
}

export async function countIntents(connectionString: string): Promise<number> {
  return (await readStored(connectionString)).intents.length;
}

async function rowsOf(connectionString: string, table: string): Promise<readonly StoredItem[]> {
  const client = TableClient.fromConnectionString(connectionString, table, INSECURE);
  const rows: StoredItem[] = [];
  for await (const { partitionKey, rowKey, ...cells } of client.listEntities()) {
    rows.push({ partition: partitionKey!, row: rowKey!, cells });
  }
  return rows;
}

export interface StoredMessages {
  /** About how many hints there are, hidden ones included. */
  readonly hints: number;
  readonly poison: readonly string[];
}

export async function readMessages(connectionString: string): Promise<StoredMessages> {
  const queues = QueueServiceClient.fromConnectionString(connectionString);
  const hints = queues.getQueueClient(QUEUE);
  const poison = await visibleIn(queues.getQueueClient(`${QUEUE}-poison`));
  return {
    hints: (await hints.getProperties()).approximateMessagesCount ?? 0,
    poison: poison.map(({ messageText }) => Buffer.from(messageText, 'base64').toString('utf8')),
  };
}

async function visibleIn(queue: QueueClient): Promise<readonly PeekedMessageItem[]> {
  if (!(await queue.exists())) return [];
  return (await queue.peekMessages({ numberOfMessages: 32 })).peekedMessageItems;
}
