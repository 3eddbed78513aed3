import { rawSdk } from '../contenders/raw-sdk.js';
import { tablewright } from '../contenders/tablewright.js';
import { interleave } from '../measure/interleave.js';
import { wall } from '../measure/meter.js';
import { ratioOf } from '../measure/ratio.js';
import { PAGE_ROWS, tableOfPages } from '../server/stub/pages.js';
import { agreeOnScan } from './agree.js';
import type { Bar } from './bar.js';
import { collect } from './collect.js';
import { peer } from './peers.js';
import { each } from './table-contenders.js';

const PAGES = 10;

export const latencyScan: Bar = {
  name: 'wall, 10 ms latency scan of 8+ pages / raw `for await`',
  peer: peer('@azure/data-tables'),
  atMost: 0.4,
  async measure({ servers, effort }) {
    const connectionString = await servers.connectionString('slowStub');
    const table = tableOfPages(PAGES);
    const pair = {
      tablewright: tablewright(connectionString, table),
      rawSdk: rawSdk(connectionString, table),
    };
    await agreeOnScan(Object.values(pair), PAGES * PAGE_ROWS);
    const measured = await interleave(
      each(pair, (contender) => collect(contender)),
      wall,
      effort,
    );
    return ratioOf(measured.tablewright, measured.rawSdk);
  },
};
