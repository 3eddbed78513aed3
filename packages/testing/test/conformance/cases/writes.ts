import type { TableClient } from '@azure/data-tables';
import type { Case } from '../case.js';
import { outcome, sent, statuses } from '../outcome.js';
import type { Target } from '../target.js';

const keys = { partitionKey: 'p', rowKey: 'r' };
const path = (table: TableClient) => `${table.tableName}(PartitionKey='p',RowKey='r')`;

/** The properties that are stored, as JSON with their types. */
async function stored(target: Target, table: TableClient): Promise<unknown> {
  const accept = 'application/json;odata=minimalmetadata';
  const { status, text } = await target.send(table, { path: path(table), headers: { accept } });
  if (status !== 200) return status;
  const entity = JSON.parse(text) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(entity).filter(([name]) => !/^(odata\.|PartitionKey|RowKey|Timestamp)/.test(name)),
  );
}

export const writeCases: readonly Case[] = [
  {
    rule: 'An insert of what exists is a conflict',
    run: async (target) => {
      const table = await target.table();
      await table.createEntity(keys);
      return outcome(table.createEntity(keys));
    },
    documented: '409 EntityAlreadyExists',
  },
  {
    rule: 'A merge keeps what it does not name, and null removes nothing; a replace keeps nothing',
    run: async (target) => {
      const table = await target.table();
      await table.createEntity({ ...keys, a: 1, b: 'x' });
      await sent(target, table, {
        method: 'PATCH',
        path: path(table),
        body: '{"b":null,"c":true}',
        headers: { 'if-match': '*' },
      });
      const merged = await stored(target, table);
      await table.updateEntity({ ...keys, d: 2 }, 'Replace');
      return [merged, await stored(target, table)];
    },
    documented: [{ a: 1, b: 'x', c: true }, { d: 2 }],
  },
  {
    rule: 'Without If-Match a write of one entity inserts what is missing',
    run: async (target) => {
      const table = await target.table();
      await table.upsertEntity({ ...keys, a: 1 }, 'Merge');
      await table.upsertEntity({ ...keys, b: 1 }, 'Merge');
      const merged = await stored(target, table);
      await table.upsertEntity({ ...keys, c: 1 }, 'Replace');
      return [merged, await stored(target, table)];
    },
    documented: [{ a: 1, b: 1 }, { c: 1 }],
  },
  {
    rule: 'With If-Match the entity has to be there, in that version',
    run: async (target) => {
      const table = await target.table();
      const missing = [
        await outcome(table.updateEntity(keys, 'Merge')),
        await outcome(
          table.updateEntity(keys, 'Replace', { etag: `W/"datetime'2026-01-01T00%3A00%3A00.0000000Z'"` }),
        ),
        await outcome(table.deleteEntity('p', 'r')),
      ];
      const { etag } = await table.createEntity(keys);
      const updated = await table.updateEntity({ ...keys, a: 1 }, 'Merge', { etag: etag! });
      const stale = [
        await outcome(table.updateEntity(keys, 'Merge', { etag: etag! })),
        await outcome(table.updateEntity(keys, 'Replace', { etag: etag! })),
        await outcome(table.deleteEntity('p', 'r', { etag: etag! })),
      ];
      return [missing, stale, await outcome(table.deleteEntity('p', 'r', { etag: updated.etag! }))];
    },
    documented: [
      Array(3).fill('404 ResourceNotFound'),
      Array(3).fill('412 UpdateConditionNotSatisfied'),
      'ok',
    ],
  },
  {
    rule: 'A delete needs If-Match',
    run: statuses(async (target) => {
      const table = await target.table();
      await table.createEntity(keys);
      return sent(target, table, { method: 'DELETE', path: path(table) });
    }),
    documented: 400,
  },
  {
    rule: 'An ETag that cannot be one is refused',
    run: async (target) => {
      const table = await target.table();
      await table.createEntity(keys);
      return sent(target, table, {
        method: 'PUT',
        path: path(table),
        body: '{}',
        headers: { 'if-match': 'abc' },
      });
    },
    documented: '400 InvalidInput',
  },
  {
    rule: 'An ETag is the Timestamp, escaped, and every write brings another',
    run: async (target) => {
      const table = await target.table();
      const etags = [(await table.createEntity(keys)).etag, (await table.upsertEntity(keys)).etag];
      const { etag, timestamp } = await table.getEntity('p', 'r');
      return [
        new Set(etags).size,
        etag === etags[1],
        etag === `W/"datetime'${encodeURIComponent(timestamp!)}'"`,
      ];
    },
    documented: [2, true, true],
  },
  {
    rule: 'An insert is answered with the entity, or with nothing where the client prefers that',
    run: async (target) => {
      const table = await target.table();
      const post = (rowKey: string, prefer: string) =>
        target.send(table, {
          method: 'POST',
          path: table.tableName,
          body: `{"PartitionKey":"p","RowKey":"${rowKey}","a":1}`,
          headers: { prefer },
        });
      const full = await post('1', 'return-content');
      const none = await post('2', 'return-no-content');
      return [
        full.status,
        JSON.parse(full.text).a,
        none.status,
        none.text,
        none.header('preference-applied'),
      ];
    },
    documented: [201, 1, 204, '', 'return-no-content'],
  },
  {
    rule: 'Values come back as they were stored, with the types that JSON does not tell',
    run: async (target) => {
      const table = await target.table();
      await table.createEntity({
        ...keys,
        text: 'ü\u0000"\\',
        yes: true,
        whole: 5,
        half: 0.5,
        long: 2n ** 62n,
        at: new Date('2026-01-02T03:04:05.678Z'),
        id: { type: 'Guid', value: 'c9da6455-213d-42c9-9a79-3e9149a57833' },
        bytes: Buffer.from([0, 255]),
        nan: { type: 'Double', value: 'NaN' },
      });
      const {
        at,
        'at@odata.type': atType,
        ...rest
      } = (await stored(target, table)) as Record<string, unknown>;
      return [rest, atType, new Date(String(at)).toISOString()];
    },
    documented: [
      {
        text: 'ü\u0000"\\',
        yes: true,
        whole: 5,
        half: 0.5,
        'long@odata.type': 'Edm.Int64',
        long: '4611686018427387904',
        'id@odata.type': 'Edm.Guid',
        id: 'c9da6455-213d-42c9-9a79-3e9149a57833',
        'bytes@odata.type': 'Edm.Binary',
        bytes: 'AP8=',
        'nan@odata.type': 'Edm.Double',
        nan: 'NaN',
      },
      'Edm.DateTime',
      '2026-01-02T03:04:05.678Z',
    ],
  },
  {
    rule: 'Times and Guids come back in the form of the service, not in that of the client',
    run: async (target) => {
      const table = await target.table();
      await table.createEntity({
        ...keys,
        whole: { type: 'DateTime', value: '2026-01-02T03:04:05.000Z' },
        offset: { type: 'DateTime', value: '2026-01-02T03:04:05.5+01:00' },
        id: { type: 'Guid', value: 'C9DA6455-213D-42C9-9A79-3E9149A57833' },
      });
      const { whole, offset, id } = (await stored(target, table)) as Record<string, unknown>;
      return [whole, offset, id];
    },
    documented: ['2026-01-02T03:04:05Z', '2026-01-02T02:04:05.5Z', 'c9da6455-213d-42c9-9a79-3e9149a57833'],
    azurite: {
      does: 'They come back as they were sent',
      outcome: [
        '2026-01-02T03:04:05.000Z',
        '2026-01-02T03:04:05.5+01:00',
        'C9DA6455-213D-42C9-9A79-3E9149A57833',
      ],
    },
  },
  {
    rule: 'With its type, a value may be written as text',
    run: async (target) => {
      const table = await target.table();
      await table.createEntity({
        ...keys,
        d: { type: 'Double', value: '1.5' as never },
        n: { type: 'Int32', value: '7' as never },
        b: { type: 'Boolean', value: 'true' as never },
      });
      const { d, n, b } = (await stored(target, table)) as Record<string, unknown>;
      return [d, n, b];
    },
    documented: [1.5, 7, true],
  },
  {
    rule: 'A whole Double keeps its decimal point',
    run: async (target) => {
      const table = await target.table();
      await table.createEntity({ ...keys, n: { type: 'Double', value: 5 as unknown as string } });
      const { text } = await target.send(table, { path: path(table) });
      return /"n":([^,}]*)/.exec(text)?.[1];
    },
    documented: '5.0',
  },
  {
    rule: 'A number with a decimal point is a Double, another an Int32',
    run: async (target) => {
      const table = await target.table();
      const body = '{"PartitionKey":"p","RowKey":"r","a":1.0,"b":1,"c":"2.0}"}';
      await target.send(table, { method: 'POST', path: table.tableName, body });
      const { text } = await target.send(table, { path: path(table) });
      return /"a":[^}]*/.exec(text)?.[0];
    },
    documented: '"a":1.0,"b":1,"c":"2.0',
    azurite: { does: 'A whole number is an Int32 however it is written', outcome: '"a":1,"b":1,"c":"2.0' },
  },
  {
    rule: 'Rows of a table that is not there cannot be touched',
    run: async (target) => {
      const table = target.storage.rawTable(target.storage.uniqueName('Missing'));
      return [
        await outcome(table.getEntity('p', 'r')),
        await outcome(table.createEntity(keys)),
        await outcome(table.deleteEntity('p', 'r')),
        await outcome(table.submitTransaction([['create', keys]])),
      ];
    },
    documented: Array(4).fill('404 TableNotFound'),
  },
];
