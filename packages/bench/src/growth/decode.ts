import { decodeByTablewright } from '../contenders/tablewright-codec.js';
import { personOf } from '../domain/staff.js';
import { type StoredEmployee, storedRow } from '../domain/stored-row.js';
import { type Growth, perEntity } from './growth.js';

const name = 'growth: decode';
const PAGE = 1_000;

export const decodeGrowth: Growth = {
  name,
  measure(bench) {
    return perEntity(name, bench, (count) => {
      const rows = Array.from({ length: count }, (_, id) => storedRow(personOf(id)));
      const parsed = JSON.parse(JSON.stringify(rows)) as StoredEmployee[];
      // As in a scan, page by page: nobody keeps all instances.
      return () => {
        for (let from = 0; from < count; from += PAGE) decodeByTablewright(parsed.slice(from, from + PAGE));
      };
    });
  },
};
