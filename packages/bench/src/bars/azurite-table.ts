import { TableServiceClient } from '@azure/data-tables';
import { rawSdk } from '../contenders/raw-sdk.js';
import { employeesOf } from '../domain/employees.js';
import type { Servers } from '../server/servers.js';
import { BATCH } from './transaction.js';

const TABLE = 'Employees';
const filled = new WeakMap<Servers, Promise<readonly [connectionString: string, table: string]>>();

/** A table of the emulator with so many employees of one department; filled once for all bars of a run. */
export function filledTable(
  servers: Servers,
  rows: number,
): Promise<readonly [connectionString: string, table: string]> {
  let table = filled.get(servers);
  if (!table) {
    table = fill(servers, rows);
    filled.set(servers, table);
  }
  return table;
}

async function fill(servers: Servers, rows: number) {
  const connectionString = await servers.connectionString('azurite');
  const options = { allowInsecureConnection: true };
  await TableServiceClient.fromConnectionString(connectionString, options).createTable(TABLE);
  const { upsertAll } = rawSdk(connectionString, TABLE);
  for (let from = 0; from < rows; from += BATCH) await upsertAll(employeesOf(BATCH, from));
  return [connectionString, TABLE] as const;
}
