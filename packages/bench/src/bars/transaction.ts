import type { Employee } from '../domain/employee.js';
import { employeesOf } from '../domain/employees.js';
import { interleave } from '../measure/interleave.js';
import { cpu } from '../measure/meter.js';
import { ratioOf } from '../measure/ratio.js';
import { agreeOnWrites } from './agree.js';
import type { Bar } from './bar.js';
import { limitFigures } from './limit-figures.js';
import { peer } from './peers.js';
import { each, tableContenders } from './table-contenders.js';

/** As many operations as one transaction takes. */
export const BATCH = 100;

/** One alone would be shorter than what the threads of its predecessor may go on for. */
const TRANSACTIONS_A_ROUND = 10;

export const transaction: Bar = {
  name: 'EGT of 100 upserts / raw `submitTransaction`',
  peer: peer('@azure/data-tables'),
  atMost: 0.2,
  async measure({ servers, effort }) {
    const contenders = tableContenders(await servers.connectionString('stub'), 'Employees');
    const staff: readonly Employee[] = employeesOf(BATCH);
    await agreeOnWrites(
      Object.values(contenders),
      ({ upsertAll }) => upsertAll(staff),
      () => servers.lastWrites('stub'),
    );
    const work = each(contenders, async ({ upsertAll }) => {
      for (let times = 0; times < TRANSACTIONS_A_ROUND; times++) await upsertAll(staff);
    });
    const measured = await interleave(work, cpu, effort);
    return {
      ...ratioOf(measured.tablewright, measured.rawSdk),
      figures: limitFigures('EGT of 100 upserts', measured),
    };
  },
};
