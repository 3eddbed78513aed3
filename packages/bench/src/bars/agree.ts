import assert from 'node:assert/strict';
import type { TableContender } from '../contenders/table-contender.js';
import { employeeOf, employeesOf } from '../domain/employees.js';
import { DEPARTMENT } from '../domain/staff.js';
import type { RowWrite } from '../server/stub/row-write.js';
import { collect } from './collect.js';

type Scanner = Pick<TableContender, 'name' | 'scan'>;
type LastWrites = () => Promise<readonly RowWrite[]>;

/** Every contender reads what is stored. */
export async function agreeOnGet(contenders: readonly TableContender[], id: number): Promise<void> {
  for (const { name, get } of contenders) {
    assert.deepEqual(await get(DEPARTMENT, id), employeeOf(id), `${name} reads another employee`);
  }
}

/** Every contender finds all rows of the table, and nothing else. */
export async function agreeOnScan(contenders: readonly Scanner[], count: number): Promise<void> {
  const expected = employeesOf(count);
  for (const contender of contenders) {
    assert.deepEqual(await collect(contender), expected, `${contender.name} finds other employees`);
  }
}

/** Every contender's request means the same to the server, and its reply the same to the contender. */
export async function agreeOnWrites<R>(
  contenders: readonly TableContender[],
  write: (contender: TableContender) => Promise<R>,
  lastWrites: LastWrites,
): Promise<void> {
  let expected: { readonly reply: R; readonly writes: readonly RowWrite[] } | undefined;
  for (const contender of contenders) {
    const reply = await write(contender);
    const done = { reply, writes: await lastWrites() };
    assert.notEqual(done.writes.length, 0, `${contender.name} wrote nothing`);
    expected ??= done;
    assert.deepEqual(done, expected, `${contender.name} writes something else`);
  }
}
