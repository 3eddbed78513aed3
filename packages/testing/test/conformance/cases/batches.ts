import type { TableClient, TransactionAction } from '@azure/data-tables';
import type { Case } from '../case.js';
import { found, outcome, replyOutcome, statuses } from '../outcome.js';
import type { Target } from '../target.js';

const row = (rowKey: string, partitionKey = 'p') => ({ partitionKey, rowKey });

/** A change set as no SDK would write it: each part is a method, a path and a body. */
async function batch(
  target: Target,
  table: TableClient,
  parts: readonly (readonly [method: string, path: string, body: string, ...headers: string[]])[],
) {
  const inner = parts.map(
    ([method, path, body, ...headers]) =>
      `--changeset_1\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n` +
      `${[`${method} ${target.storage.urls.table}/${path} HTTP/1.1`, 'Accept: application/json;odata=minimalmetadata', 'Content-Type: application/json', ...headers].join('\r\n')}\r\n\r\n${body}\r\n`,
  );
  const body = `--batch_1\r\nContent-Type: multipart/mixed; boundary=changeset_1\r\n\r\n${inner.join('')}--changeset_1--\r\n--batch_1--\r\n`;
  const reply = await target.send(table, {
    method: 'POST',
    path: '$batch',
    body,
    headers: { 'content-type': 'multipart/mixed; boundary=batch_1' },
  });
  const [, status] = /HTTP\/1\.1 ([45]\d\d)/.exec(reply.text) ?? [];
  return replyOutcome(status === undefined ? reply : { ...reply, status: Number(status) });
}

const insert = (table: TableClient, rowKey: string, more = '') =>
  [
    'POST',
    table.tableName,
    `{"PartitionKey":"p","RowKey":"${rowKey}"${more}}`,
    'Prefer: return-no-content',
  ] as const;

/** How a transaction ends, its error's index, and what is stored then. */
async function told(table: TableClient, actions: TransactionAction[]) {
  let message = '';
  const ended = await outcome(
    table.submitTransaction(actions).catch((error: Error) => {
      message = error.message;
      throw error;
    }),
  );
  return [ended, /^(\d+):/.exec(message)?.[1], await found(table, {})];
}

export const batchCases: readonly Case[] = [
  {
    rule: 'A transaction is applied as a whole, and tells an ETag for each row that is stored',
    run: async (target) => {
      const table = await target.table();
      await table.createEntity(row('old'));
      await table.createEntity(row('gone'));
      const { status, subResponses } = await table.submitTransaction([
        ['create', row("new'")],
        ['update', row('old'), 'Replace'],
        ['upsert', row('both'), 'Merge'],
        ['delete', row('gone')],
      ]);
      const told = subResponses.map(({ status, etag }) => [status, etag !== undefined]);
      return [status, told, await found(table, {})];
    },
    documented: [
      202,
      [
        [204, true],
        [204, true],
        [204, true],
        [204, false],
      ],
      ['both', "new'", 'old'],
    ],
  },
  {
    rule: 'One failure undoes everything, and the message begins with its index',
    run: async (target) => {
      const table = await target.table();
      await table.createEntity(row('c'));
      const conflict = await told(table, [
        ['create', row('a')],
        ['delete', row('c')],
        ['create', row('d')],
        ['update', row('missing'), 'Merge'],
      ]);
      const stale = await told(table, [
        ['create', row('a')],
        ['update', row('c'), 'Replace', { etag: `W/"datetime'2020-01-01T00%3A00%3A00.0000000Z'"` }],
      ]);
      return [conflict, stale];
    },
    documented: [
      ['404 ResourceNotFound', '3', ['c']],
      ['412 UpdateConditionNotSatisfied', '1', ['c']],
    ],
  },
  {
    rule: 'A transaction has at most 100 operations',
    run: async (target) => {
      const table = await target.table();
      const actions = (count: number): TransactionAction[] =>
        Array.from({ length: count }, (_, at) => ['upsert', row(String(at))]);
      return [
        await outcome(table.submitTransaction(actions(100))),
        await outcome(table.submitTransaction(actions(101))),
      ];
    },
    documented: ['ok', '400 InvalidInput'],
  },
  {
    rule: 'A transaction has at most 4 MiB',
    run: statuses(async (target) => {
      const table = await target.table();
      const text = 'x'.repeat(32_000);
      const actions: TransactionAction[] = Array.from({ length: 70 }, (_, at) => [
        'create',
        { ...row(String(at)), a: text, b: text },
      ]);
      return outcome(table.submitTransaction(actions));
    }),
    documented: 413,
  },
  {
    rule: 'All operations of a transaction are of one partition',
    run: async (target) => {
      const table = await target.table();
      const other = [
        'POST',
        table.tableName,
        '{"PartitionKey":"q","RowKey":"b"}',
        'Prefer: return-no-content',
      ] as const;
      return [await batch(target, table, [insert(table, 'a'), other]), await found(table, {})];
    },
    documented: ['400 CommandsInBatchActOnDifferentPartitions', []],
    azurite: { does: 'Inserts into several partitions are applied', outcome: ['ok', ['a', 'b']] },
  },
  {
    rule: 'All operations of a transaction are of one table',
    run: async (target) => {
      const table = await target.table();
      const other = await target.table();
      return [
        await batch(target, table, [insert(table, 'a'), insert(other, 'b')]),
        await found(table, {}),
        await found(other, {}),
      ];
    },
    documented: ['400 InvalidInput', [], []],
    azurite: { does: 'Inserts into several tables are applied', outcome: ['ok', ['a'], ['b']] },
  },
  {
    rule: 'An entity is in a transaction once',
    run: async (target) => {
      const table = await target.table();
      return [await batch(target, table, [insert(table, 'a'), insert(table, 'a')]), await found(table, {})];
    },
    documented: ['400 InvalidDuplicateRow', []],
  },
  {
    rule: 'The limits of entities hold in transactions, too',
    run: async (target) => {
      const table = await target.table();
      return told(table, [
        ['create', row('a')],
        ['create', { ...row('b'), text: 'x'.repeat(32_769) }],
      ]);
    },
    documented: ['400 PropertyValueTooLarge', '1', []],
  },
  {
    rule: 'A delete in a transaction may have an ETag of its own',
    run: async (target) => {
      const table = await target.table();
      const { etag } = await table.createEntity(row('a'));
      await table.upsertEntity({ ...row('a'), n: 1 });
      const path = `${table.tableName}(PartitionKey='p',RowKey='a')`;
      const stale = await batch(target, table, [
        insert(table, 'b'),
        ['DELETE', path, '', `If-Match: ${etag}`],
      ]);
      return [stale, await found(table, {})];
    },
    documented: ['412 UpdateConditionNotSatisfied', ['a']],
  },
  {
    rule: 'A key may have any character that keys may have, in a transaction, too',
    run: async (target) => {
      const table = await target.table();
      const keys = ["a'b", 'a%b', 'a&b', 'a b', 'ä😀', 'a+b', 'a:b=c'];
      await table.submitTransaction(keys.map((key) => ['create', row(key)]));
      await table.submitTransaction(keys.map((key) => ['update', { ...row(key), n: 1 }, 'Merge']));
      const read = await Promise.all(keys.map(async (key) => (await table.getEntity('p', key)).rowKey));
      return read.join() === keys.join();
    },
    documented: true,
  },
];
