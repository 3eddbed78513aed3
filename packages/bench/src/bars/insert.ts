import { employeeOf, employeesOf } from '../domain/employees.js';
import { interleave } from '../measure/interleave.js';
import { cpu } from '../measure/meter.js';
import { ratioOf } from '../measure/ratio.js';
import { agreeOnWrites } from './agree.js';
import type { Bar } from './bar.js';
import { limitFigures } from './limit-figures.js';
import { peer } from './peers.js';
import { each, tableContenders } from './table-contenders.js';

const INSERTS_A_ROUND = 25;

export const insert: Bar = {
  name: 'insert / raw `createEntity`',
  peer: peer('@azure/data-tables'),
  atMost: 0.8,
  async measure({ servers, effort }) {
    const contenders = tableContenders(await servers.connectionString('stub'), 'Employees');
    await agreeOnWrites(
      Object.values(contenders),
      (contender) => contender.insert(employeeOf(17)),
      () => servers.lastWrites('stub'),
    );
    const staff = employeesOf(INSERTS_A_ROUND);
    const work = each(contenders, async (contender) => {
      for (const employee of staff) await contender.insert(employee);
    });
    const measured = await interleave(work, cpu, effort);
    return { ...ratioOf(measured.tablewright, measured.rawSdk), figures: limitFigures('insert', measured) };
  },
};
