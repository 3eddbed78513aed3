import { DEPARTMENT } from '../domain/staff.js';
import { interleave } from '../measure/interleave.js';
import { cpu } from '../measure/meter.js';
import { ratioOf } from '../measure/ratio.js';
import { agreeOnGet } from './agree.js';
import type { Bar } from './bar.js';
import { limitFigures } from './limit-figures.js';
import { peer } from './peers.js';
import { each, tableContenders } from './table-contenders.js';

const GETS_A_ROUND = 25;

export const get: Bar = {
  name: 'point get / raw `getEntity` + hand mapping',
  peer: peer('@azure/data-tables'),
  atMost: 0.75,
  async measure({ servers, effort }) {
    const contenders = tableContenders(await servers.connectionString('stub'), 'Employees');
    await agreeOnGet(Object.values(contenders), 17);
    const work = each(contenders, async (contender) => {
      for (let id = 0; id < GETS_A_ROUND; id++) await contender.get(DEPARTMENT, id);
    });
    const measured = await interleave(work, cpu, effort);
    return {
      ...ratioOf(measured.tablewright, measured.rawSdk),
      figures: limitFigures('point get', measured),
    };
  },
};
