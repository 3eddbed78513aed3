import { interleave } from '../measure/interleave.js';
import { cpu } from '../measure/meter.js';
import { ratioOf } from '../measure/ratio.js';
import { PAGE_ROWS, tableOfPages } from '../server/stub/pages.js';
import { agreeOnScan } from './agree.js';
import type { Bar } from './bar.js';
import { collect } from './collect.js';
import { limitFigures } from './limit-figures.js';
import { peer } from './peers.js';
import { each, tableContenders } from './table-contenders.js';

export const SCANNED_PAGES = 5;

export const scan: Bar = {
  name: 'scan 5x1000 into instances / raw `listEntities` + hand mapping',
  peer: peer('@azure/data-tables'),
  atMost: 0.25,
  async measure({ servers, effort }) {
    const contenders = tableContenders(await servers.connectionString('stub'), tableOfPages(SCANNED_PAGES));
    const readonly = { name: 'Tablewright, readonly', scan: contenders.tablewright.scanReadonly };
    await agreeOnScan([...Object.values(contenders), readonly], SCANNED_PAGES * PAGE_ROWS);
    const measured = await interleave(
      {
        ...each(contenders, (contender) => collect(contender)),
        readonly: () => collect(readonly),
      },
      cpu,
      effort,
    );
    const stamp = ratioOf(measured.readonly, measured.tablewright).ratio.toFixed(3);
    return {
      ...ratioOf(measured.tablewright, measured.rawSdk),
      figures: [
        ...limitFigures('scan 5x1000', measured),
        { name: 'scan 5x1000, `readonly()` / entities that remember what they were read from', value: stamp },
      ],
    };
  },
};
