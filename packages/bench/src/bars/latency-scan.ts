import { interleave } from '../measure/interleave.js';
import { wall } from '../measure/meter.js';
import { ratioOf } from '../measure/ratio.js';
import { LATENCY_MS } from '../server/servers.js';
import { PAGE_ROWS, tableOfPages } from '../server/stub/pages.js';
import { agreeOnScan } from './agree.js';
import type { Bar } from './bar.js';
import { collect } from './collect.js';
import { limitFigures, waitingFigure } from './limit-figures.js';
import { peer } from './peers.js';
import { each, tableContenders } from './table-contenders.js';

const PAGES = 10;

export const latencyScan: Bar = {
  name: 'wall, 10 ms latency scan of 8+ pages / raw `for await`',
  peer: peer('@azure/data-tables'),
  atMost: 0.4,
  async measure({ servers, effort }) {
    const connectionString = await servers.connectionString('slowStub');
    const table = tableOfPages(PAGES);
    const contenders = tableContenders(connectionString, table);
    await agreeOnScan(Object.values(contenders), PAGES * PAGE_ROWS);
    const measured = await interleave(
      each(contenders, (contender) => collect(contender)),
      wall,
      effort,
    );
    return {
      ...ratioOf(measured.tablewright, measured.rawSdk),
      // Each page has to be waited for: the quicker the processor, the less there is to win.
      figures: [
        ...limitFigures(`${PAGES} pages, ${LATENCY_MS} ms`, measured),
        waitingFigure(`${PAGES} pages, ${LATENCY_MS} ms`, PAGES * LATENCY_MS, measured.rawSdk),
      ],
    };
  },
};
