import type { Case } from '../case.js';
import { outcome, sent, statuses } from '../outcome.js';

export const tableCases: readonly Case[] = [
  {
    rule: 'A table name has 3 to 63 letters and digits, a letter first',
    run: statuses(async (target) => {
      const table = await target.table();
      const names = ['ab', 'a'.repeat(64), '1abc', 'a_bc', 'tables'];
      const outcomes = [];
      for (const TableName of names) {
        outcomes.push(
          await sent(target, table, { method: 'POST', path: 'Tables', body: JSON.stringify({ TableName }) }),
        );
      }
      return outcomes;
    }),
    documented: [400, 400, 400, 400, 400],
  },
  {
    rule: 'Table names are compared without regard to case',
    run: async (target) => {
      const table = await target.table();
      await table.createEntity({ partitionKey: 'p', rowKey: 'r' });
      const upper = table.tableName.toUpperCase();
      return [
        await sent(target, table, {
          method: 'POST',
          path: 'Tables',
          body: JSON.stringify({ TableName: upper }),
        }),
        await outcome(target.storage.rawTable(upper).getEntity('p', 'r')),
      ];
    },
    documented: ['409 TableAlreadyExists', 'ok'],
    azurite: {
      does: 'The name cannot be taken again, but rows are found only under the name as it was created',
      outcome: ['409 TableAlreadyExists', '404 TableNotFound'],
    },
  },
  {
    rule: 'The name of a deleted table stays taken for 40 seconds or more',
    run: async (target) => {
      const table = await target.table();
      await table.deleteTable();
      const create = {
        method: 'POST',
        path: 'Tables',
        body: JSON.stringify({ TableName: table.tableName }),
      } as const;
      return sent(target, table, create);
    },
    documented: '409 TableBeingDeleted',
    azurite: { does: 'It is free at once', outcome: 'ok' },
  },
  {
    rule: 'A deleted table is not listed, and a table that never was cannot be deleted',
    run: statuses(async (target) => {
      const table = await target.table();
      const one = (await target.table()).tableName;
      await table.deleteTable();
      const names = [];
      for await (const { name } of target.storage.rawTables().listTables()) names.push(name);
      return [
        names.includes(one),
        names.includes(table.tableName),
        await sent(target, table, { method: 'DELETE', path: "Tables('Never')" }),
        await sent(target, table, { path: `Tables('${one}')` }),
        await sent(target, table, { path: "Tables('Never')" }),
      ];
    }),
    documented: [true, false, 404, 'ok', 404],
  },
  {
    rule: 'Tables are filtered by name and listed page by page',
    run: async (target) => {
      const name = (await target.table()).tableName;
      const list = async (filter: string) => {
        const names = [];
        const pages = target.storage
          .rawTables()
          .listTables({ queryOptions: { filter } })
          .byPage({ maxPageSize: 1 });
        for await (const page of pages) names.push(...page.map((table) => table.name));
        return names.filter((found) => found === name).length;
      };
      return [
        await list(`TableName eq '${name}'`),
        await list(`TableName ge 'C'`),
        await list(`TableName lt 'A'`),
      ];
    },
    documented: [1, 1, 0],
  },
  {
    rule: 'A request has to be signed',
    run: statuses(async (target) => {
      const table = await target.table();
      const bare = table.pipeline.clone();
      bare.removePolicy({ name: 'tablesNamedKeyCredentialPolicy' });
      return sent(target, Object.assign(Object.create(table), { pipeline: bare }), { path: 'Tables' });
    }),
    documented: 403,
  },
];
