import assert from 'node:assert/strict';
import type { ColdStart } from '../cold/cold-start.js';
import { personOf } from '../domain/staff.js';
import { runChild } from '../measure/child.js';
import { interleave } from '../measure/interleave.js';
import type { Meter } from '../measure/meter.js';
import { ratioOf } from '../measure/ratio.js';
import type { Bar } from './bar.js';
import { peer } from './peers.js';

/** The child measures itself: what starting Node costs is not counted. */
const told: Meter = async (work) => (await (work() as Promise<ColdStart>)).cpuMilliseconds;

export const coldStart: Bar = {
  name: 'import core + first get / data-tables alone + first get',
  peer: peer('@azure/data-tables'),
  atMost: 1.1,
  async measure({ servers, effort }) {
    const connectionString = await servers.connectionString('stub');
    const start = (module: string) => async () => {
      const result = (await runChild(`cold/${module}`, [connectionString])) as ColdStart;
      assert.equal(result.email, personOf(17).email);
      return result;
    };
    const children = { tablewright: start('tablewright'), rawSdk: start('raw-sdk') };
    const measured = await interleave(children, told, effort);
    return ratioOf(measured.tablewright, measured.rawSdk);
  },
};
