import assert from 'node:assert/strict';
import { rawSdk } from '../contenders/raw-sdk.js';
import type { TableContender } from '../contenders/table-contender.js';
import { tablewright } from '../contenders/tablewright.js';
import type { Employee } from '../domain/employee.js';
import { employeeOf, employeesOf } from '../domain/employees.js';
import { DEPARTMENT } from '../domain/staff.js';
import { interleave } from '../measure/interleave.js';
import { wall } from '../measure/meter.js';
import { ratioOf } from '../measure/ratio.js';
import { PAGE_ROWS } from '../server/stub/pages.js';
import { agreeOnGet, agreeOnScan } from './agree.js';
import { filledTable } from './azurite-table.js';
import type { Bar, Bench } from './bar.js';
import { collect } from './collect.js';
import { peer } from './peers.js';
import { SCANNED_PAGES } from './scan.js';
import { each } from './table-contenders.js';
import { BATCH } from './transaction.js';

const ROWS = SCANNED_PAGES * PAGE_ROWS;
const GETS_A_ROUND = 20;
const INSERTS_A_ROUND = 20;

type Pair = Readonly<Record<'tablewright' | 'rawSdk', TableContender>>;

/** The same work against a real server, which takes most of the time: all that is asked is not to be slower. */
function onAzurite(
  bar: Pick<Bar, 'name' | 'atMost'>,
  check: (pair: Pair) => Promise<void>,
  work: (contender: TableContender) => Promise<unknown>,
): Bar {
  return {
    ...bar,
    peer: peer('@azure/data-tables'),
    async measure(bench: Bench) {
      const [connectionString, table] = await filledTable(bench.servers, ROWS);
      const pair: Pair = {
        tablewright: tablewright(connectionString, table),
        rawSdk: rawSdk(connectionString, table),
      };
      await check(pair);
      const measured = await interleave(each(pair, work), wall, bench.effort);
      return ratioOf(measured.tablewright, measured.rawSdk);
    },
  };
}

export const azuriteScan = onAzurite(
  { name: 'wall on Azurite, scan 5x1000 into instances / raw `listEntities` + hand mapping', atMost: 1 },
  (pair) => agreeOnScan(Object.values(pair), ROWS),
  (contender) => collect(contender),
);

export const azuriteTransaction = onAzurite(
  { name: 'wall on Azurite, EGT of 100 upserts / raw `submitTransaction`', atMost: 1 },
  (pair) =>
    agreeOnStored(
      pair,
      (department) => employeesOf(BATCH, 0, department),
      ({ upsertAll }, staff) => upsertAll(staff),
    ),
  ({ upsertAll }) => upsertAll(employeesOf(BATCH)),
);

export const azuriteGet = onAzurite(
  { name: 'wall on Azurite, point get / raw `getEntity` + hand mapping', atMost: 1 },
  (pair) => agreeOnGet(Object.values(pair), 17),
  async (contender) => {
    for (let id = 0; id < GETS_A_ROUND; id++) await contender.get(DEPARTMENT, id);
  },
);

/** No row is inserted twice. */
let fresh = 0;
let departments = 0;

export const azuriteInsert = onAzurite(
  { name: 'wall on Azurite, insert / raw `createEntity`', atMost: 1.05 },
  (pair) =>
    agreeOnStored(
      pair,
      (department) => employeesOf(1, 17, department),
      (contender, [employee]) => contender.insert(employee!),
    ),
  async (contender) => {
    const first = fresh;
    fresh += INSERTS_A_ROUND;
    for (let id = first; id < fresh; id++) await contender.insert(employeeOf(id, 'Inserted'));
  },
);

/** What each of them writes, both of them find as it was meant. */
async function agreeOnStored(
  pair: Pair,
  staffOf: (department: string) => readonly Employee[],
  write: (contender: TableContender, staff: readonly Employee[]) => Promise<unknown>,
): Promise<void> {
  for (const [writer, contender] of Object.entries(pair)) {
    const staff = staffOf(`Checked ${departments++} by ${writer}`);
    await write(contender, staff);
    for (const reader of Object.values(pair)) {
      assert.deepEqual(await collect(reader, staff[0]!.department), staff);
    }
  }
}
