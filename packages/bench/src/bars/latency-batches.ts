import { tablewrightBulk } from '../contenders/tablewright-bulk.js';
import type { Employee } from '../domain/employee.js';
import { employeesOf } from '../domain/employees.js';
import { inParallel } from '../measure/in-parallel.js';
import { interleave } from '../measure/interleave.js';
import { wall } from '../measure/meter.js';
import { ratioOf } from '../measure/ratio.js';
import { LATENCY_MS } from '../server/servers.js';
import { agreeOnWrites } from './agree.js';
import type { Bar } from './bar.js';
import { limitFigures, waitingFigure } from './limit-figures.js';
import { peer } from './peers.js';
import { each, tableContenders } from './table-contenders.js';
import { BATCH } from './transaction.js';

const BATCHES = 64;
const concurrency = 16;

export const latencyBatches: Bar = {
  name: 'wall, 64 batches at concurrency 16, 10 ms latency / raw SDK at the same concurrency',
  peer: peer('@azure/data-tables'),
  atMost: 0.25,
  async measure({ servers, effort }) {
    const connectionString = await servers.connectionString('slowStub');
    const contenders = tableContenders(connectionString, 'Employees');
    const batches = Array.from({ length: BATCHES }, (_, index): readonly Employee[] =>
      employeesOf(BATCH, index * BATCH, `Department${index}`),
    );
    await agreeOnWrites(
      Object.values(contenders),
      ({ upsertAll }) => upsertAll(batches.at(-1)!),
      () => servers.lastWrites('slowStub'),
    );
    const bulkUpsert = tablewrightBulk(connectionString);
    const staff = batches.flat();
    const work = {
      ...each(contenders, ({ upsertAll }) => inParallel(batches, concurrency, upsertAll)),
      bulk: () => bulkUpsert(staff, staff.length, { concurrency }),
    };
    const measured = await interleave(work, wall, effort);
    const bulk = ratioOf(measured.bulk, measured.rawSdk).ratio.toFixed(3);
    return {
      ...ratioOf(measured.tablewright, measured.rawSdk),
      figures: [
        ...limitFigures(`${BATCHES} batches, ${LATENCY_MS} ms`, measured),
        waitingFigure(
          `${BATCHES} batches, ${LATENCY_MS} ms`,
          (BATCHES / concurrency) * LATENCY_MS,
          measured.rawSdk,
        ),
        { name: 'the same 6400 upserts through one `bulk` / raw SDK', value: bulk },
      ],
    };
  },
};
