import { tablewrightBulk } from '../contenders/tablewright-bulk.js';
import type { Employee } from '../domain/employee.js';
import { employeeOf } from '../domain/employees.js';
import { type Growth, perEntity } from './growth.js';

const name = 'growth: bulk upsert';
const DEPARTMENTS = 10;

export const bulkGrowth: Growth = {
  name,
  async measure(bench) {
    const bulkUpsert = tablewrightBulk(await bench.servers.connectionString('stub'));
    return perEntity(name, bench, (count) => () => bulkUpsert(staff(count), count));
  },
};

/** Made as they are asked for: a long run must not begin with all of them in memory. */
function* staff(count: number): Generator<Employee> {
  for (let id = 0; id < count; id++) yield employeeOf(id, `Department${id % DEPARTMENTS}`);
}
