import { odata, RestError, TableClient, type TransactionAction } from '@azure/data-tables';
import { Employee } from '../domain/employee.js';
import { rowKeyOf } from '../domain/keys.js';
import { fill, type ReadEntity, toEntity } from './raw-mapping.js';
import type { TableContenderOf } from './table-contender.js';

/** The official client, used as its documentation says, and mapped by hand. */
export const rawSdk: TableContenderOf = (connectionString, table) => {
  const client = TableClient.fromConnectionString(connectionString, table, { allowInsecureConnection: true });
  return {
    name: '@azure/data-tables',
    async get(department, id) {
      try {
        return fill(new Employee(), await client.getEntity<ReadEntity>(department, rowKeyOf(id)));
      } catch (error) {
        if (error instanceof RestError && error.statusCode === 404) return undefined;
        throw error;
      }
    },
    insert: async (employee) => (await client.createEntity(toEntity(employee))).etag,
    async upsertAll(staff) {
      const actions = staff.map((employee): TransactionAction => ['upsert', toEntity(employee), 'Merge']);
      const { subResponses } = await client.submitTransaction(actions);
      return subResponses.map(({ etag }) => etag);
    },
    async scan(department, visit) {
      const filter = odata`PartitionKey eq ${department}`;
      for await (const entity of client.listEntities<ReadEntity>({ queryOptions: { filter } })) {
        visit(fill(new Employee(), entity as ReadEntity));
      }
    },
  };
};
