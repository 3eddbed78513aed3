import { tablewright } from '../contenders/tablewright.js';
import { DEPARTMENT } from '../domain/staff.js';
import { PAGE_ROWS, tableOfPages } from '../server/stub/pages.js';
import { type Growth, perEntity } from './growth.js';

const name = 'growth: scan';

export const scanGrowth: Growth = {
  name,
  async measure(bench) {
    const connectionString = await bench.servers.connectionString('stub');
    return perEntity(name, bench, (count) => {
      const { scan } = tablewright(connectionString, tableOfPages(count / PAGE_ROWS));
      return () => scan(DEPARTMENT, () => {});
    });
  },
};
