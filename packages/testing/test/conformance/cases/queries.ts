import type { TableClient } from '@azure/data-tables';
import type { Case } from '../case.js';
import { found, sent, statuses } from '../outcome.js';
import type { Target } from '../target.js';

const guid = 'c9da6455-213d-42c9-9a79-3e9149a57833';

/** One row of every kind, and one with nothing. */
const rows = [
  { rowKey: 'binary', data: Buffer.from([1, 255]) },
  { rowKey: 'bool', flag: true },
  { rowKey: 'date', at: { type: 'DateTime', value: '2026-01-01T00:00:00.1234567Z' } },
  { rowKey: 'double', half: { type: 'Double', value: 0.5 as unknown as string } },
  { rowKey: 'guid', id: { type: 'Guid', value: guid } },
  { rowKey: 'int32', n: 5 },
  { rowKey: 'int64', long: 2n ** 60n },
  { rowKey: 'none' },
  { rowKey: 'small', half: { type: 'Double', value: 1e-7 as unknown as string } },
  { rowKey: 'text', s: "o'clock" },
];

async function filled(target: Target): Promise<TableClient> {
  const table = await target.table();
  for (const row of rows) await table.createEntity({ partitionKey: 'p', ...row });
  return table;
}

const finding =
  (...filters: readonly string[]) =>
  async (target: Target) => {
    const table = await filled(target);
    const outcomes = [];
    for (const filter of filters) outcomes.push(await found(table, { filter }));
    return outcomes;
  };

/** The keys on each page. */
async function pages(table: TableClient, maxPageSize: number, filter?: string): Promise<unknown> {
  const listed = [];
  const queryOptions = filter === undefined ? {} : { filter };
  for await (const page of table.listEntities({ queryOptions }).byPage({ maxPageSize })) {
    listed.push(page.map(({ rowKey }) => rowKey));
  }
  return listed;
}

async function keyed(target: Target, keys: readonly (readonly [string, string])[]): Promise<TableClient> {
  const table = await target.table();
  for (const [partitionKey, rowKey] of keys) await table.createEntity({ partitionKey, rowKey });
  return table;
}

const comparisons = (count: number) =>
  Array.from({ length: count }, (_, at) => `n ne ${at + 100}`).join(' and ');

export const queryCases: readonly Case[] = [
  {
    rule: 'A filter compares every type with a literal of its own',
    run: finding(
      "s eq 'o''clock'",
      'flag eq true',
      'n ge 5 and n lt 6',
      'long eq 1152921504606846976L',
      'half eq 0.5',
      `id eq guid'${guid}'`,
      "data eq X'01FF'",
      "at gt datetime'2026-01-01T00:00:00Z'",
    ),
    documented: [['text'], ['bool'], ['int32'], ['int64'], ['double'], ['guid'], ['binary'], ['date']],
  },
  {
    rule: 'A comparison holds for no entity that lacks the property; not turns that around',
    run: finding('n ne 6', 'not (n eq 5)'),
    documented: [['int32'], rows.map(({ rowKey }) => rowKey).filter((key) => key !== 'int32')],
  },
  {
    rule: 'and binds more tightly than or',
    run: finding("n eq 5 or flag eq true and s eq 'x'", "(n eq 5 or flag eq true) and RowKey eq 'bool'"),
    documented: [['int32'], ['bool']],
  },
  {
    rule: 'A literal of another type than the property matches nothing',
    run: finding('n eq 5L', "n eq '5'", 'n eq 5.0', 'long ge 5', "s gt datetime'1970-01-01T00:00:00Z'"),
    documented: [[], [], [], [], []],
    azurite: {
      does: 'Numbers are compared whatever their types, and an Int64 literal with an Int32 brings a 500',
      outcome: ['500', [], ['int32'], ['int64'], []],
    },
  },
  {
    rule: 'DateTime is compared to 100 nanoseconds',
    run: finding(
      "at eq datetime'2026-01-01T00:00:00.1234567Z'",
      "at eq datetime'2026-01-01T00:00:00.1234568Z'",
    ),
    documented: [['date'], []],
    azurite: { does: 'Milliseconds are compared', outcome: [['date'], ['date']] },
  },
  {
    rule: 'A Double may be written with an exponent',
    run: finding('half eq 1e-7', 'half lt 1E-6'),
    documented: [['small'], ['small']],
    azurite: {
      does: 'The exponent is misread, and other rows are found',
      outcome: [rows.map(({ rowKey }) => rowKey).filter((key) => key !== 'double' && key !== 'small'), []],
    },
  },
  {
    rule: 'A Guid is compared without regard to case',
    run: finding(`id eq guid'${guid.toUpperCase()}'`),
    documented: [['guid']],
    azurite: { does: 'Only lower case finds it', outcome: [[]] },
  },
  {
    rule: 'The words of a filter are written in lower case',
    run: statuses(finding('n EQ 5', 'n eq 5 AND n eq 5', 'NOT (n eq 5)')),
    documented: [400, 400, 400],
    azurite: {
      does: 'Any case will do',
      outcome: [['int32'], ['int32'], rows.map(({ rowKey }) => rowKey).filter((key) => key !== 'int32')],
    },
  },
  {
    rule: 'A filter that cannot be read is refused',
    run: statuses(
      finding(
        'n eq',
        'n',
        '(n eq 5',
        'n eq 5 n',
        'n eq 5 and',
        "s eq 'x",
        '5 eq 5',
        'n eq s',
        "id eq guid'1'",
      ),
    ),
    documented: [400, 400, 400, 400, 400, 400, 400, 400, 400],
    azurite: {
      does: 'Some are applied in some way',
      outcome: [
        400,
        ['int32'],
        400,
        400,
        400,
        [],
        400,
        rows.map(({ rowKey }) => rowKey).filter((key) => key !== 'int32' && key !== 'text'),
        [],
      ],
    },
  },
  {
    rule: 'A filter that cannot be read is refused, however deep it is',
    run: statuses(finding('not '.repeat(2_000), '('.repeat(2_000))),
    documented: [400, 400],
  },
  {
    rule: 'A filter has at most 15 comparisons',
    run: statuses(finding(comparisons(15), comparisons(16))),
    documented: [['int32'], 400],
    azurite: { does: 'More are taken', outcome: [['int32'], ['int32']] },
  },
  {
    rule: 'Results are sorted by PartitionKey, then RowKey, by UTF-16 code units',
    run: async (target) => {
      const table = await keyed(target, [
        ['b', '1'],
        ['a', 'é'],
        ['a', 'b'],
        ['a', 'B'],
        ['a', '10'],
        ['a', '9'],
        ['A', 'z'],
        ['a', '😀'],
        ['a', '\uffe6'],
      ]);
      return found(table, {});
    },
    documented: ['z', '10', '9', 'B', 'b', 'é', '😀', '\uffe6', '1'],
  },
  {
    rule: 'A page has as many rows as were asked for, and none is lost between pages',
    run: async (target) => {
      const table = await keyed(target, [
        ['a', '1'],
        ['a', '2'],
        ['a', '3'],
        ['b', '1'],
        ['b', '2'],
      ]);
      return pages(table, 2);
    },
    documented: [['1', '2'], ['3', '1'], ['2']],
  },
  {
    rule: 'An empty PartitionKey is a key like any other',
    run: async (target) => {
      const table = await keyed(target, [
        ['', '1'],
        ['', '2'],
        ['', '3'],
        ['b', '1'],
      ]);
      return pages(table, 2);
    },
    documented: [
      ['1', '2'],
      ['3', '1'],
    ],
    azurite: { does: 'It ends the listing after its first page', outcome: [['1', '2']] },
  },
  {
    rule: '$top lies from 1 to 1,000',
    run: async (target) => {
      const table = await filled(target);
      const top = (text: string) => sent(target, table, { path: `${table.tableName}()?$top=${text}` });
      const outcomes = [];
      for (const text of ['1000', '1001', '0', '-1', 'x']) outcomes.push((await top(text)).slice(0, 3));
      return outcomes;
    },
    documented: ['ok', '400', '400', '400', '400'],
    azurite: { does: '0 and more than 1,000 are taken', outcome: ['ok', 'ok', 'ok', '400', '400'] },
  },
  {
    rule: 'A query option that the service does not have is refused',
    run: statuses(async (target) => {
      const table = await filled(target);
      return sent(target, table, { path: `${table.tableName}()?$orderby=n` });
    }),
    documented: 501,
    azurite: { does: 'It is ignored', outcome: 'ok' },
  },
  {
    rule: '$select gives the properties asked for, null for those that an entity lacks',
    run: async (target) => {
      const table = await filled(target);
      const { text } = await target.send(table, {
        path: `${table.tableName}()?$select=RowKey,n,x&$filter=n%20eq%205`,
      });
      return JSON.parse(text).value;
    },
    documented: [{ RowKey: 'int32', n: 5, x: null }],
    azurite: { does: 'They are left out', outcome: [{ RowKey: 'int32', n: 5 }] },
  },
  {
    rule: 'Property names in filters and $select heed case',
    run: async (target) => {
      const table = await filled(target);
      return [await found(table, { filter: 'N eq 5' }), await found(table, { filter: "rowkey eq 'int32'" })];
    },
    documented: [[], []],
  },
  {
    rule: 'Metadata is told as much as is asked for',
    run: async (target) => {
      const table = await keyed(target, [['p', 'r']]);
      const names = [];
      for (const level of ['nometadata', 'minimalmetadata', 'fullmetadata']) {
        const headers = { accept: `application/json;odata=${level}` };
        const { text } = await target.send(table, { path: `${table.tableName}()`, headers });
        const reply = JSON.parse(text);
        names.push([Object.keys(reply).sort(), Object.keys(reply.value[0]).sort()]);
      }
      return names;
    },
    documented: [
      [['value'], ['PartitionKey', 'RowKey', 'Timestamp']],
      [
        ['odata.metadata', 'value'],
        ['PartitionKey', 'RowKey', 'Timestamp', 'odata.etag'],
      ],
      [
        ['odata.metadata', 'value'],
        [
          'PartitionKey',
          'RowKey',
          'Timestamp',
          'Timestamp@odata.type',
          'odata.editLink',
          'odata.etag',
          'odata.id',
          'odata.type',
        ],
      ],
    ],
  },
];
