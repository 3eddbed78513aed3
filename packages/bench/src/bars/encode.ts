import assert from 'node:assert/strict';
import type { Row } from '@tablewright/core';
import { encodeByTablewright } from '../contenders/tablewright-codec.js';
import { employeesOf } from '../domain/employees.js';
import { peopleOf } from '../domain/staff.js';
import { interleave } from '../measure/interleave.js';
import { cpu } from '../measure/meter.js';
import { ratioOf } from '../measure/ratio.js';
import type { Bar } from './bar.js';
import { peer } from './peers.js';

const ENTITIES = 1_000;
/** As with decoding: ours would be too fast to measure. */
const OURS_PER_ROUND = 5;

export const encode: Bar = {
  name: 'encode / dynamodb-toolbox `EntityParser`',
  peer: peer('dynamodb-toolbox'),
  atMost: 0.12,
  async measure({ effort }) {
    const { encodeByDynamodbToolbox } = await import('../contenders/dynamodb-toolbox.js');
    const staff = employeesOf(ENTITIES);
    const people = peopleOf(ENTITIES);
    assert.deepEqual(
      encodeByTablewright(staff).map(itemOfRow),
      encodeByDynamodbToolbox(people).map(itemOfToolbox),
    );
    const ours = () => {
      for (let time = 1; time < OURS_PER_ROUND; time++) encodeByTablewright(staff);
      return encodeByTablewright(staff);
    };
    const theirs = () => encodeByDynamodbToolbox(people);
    const measured = await interleave({ ours, theirs }, cpu, effort);
    const oncePerRound = measured.ours.map((value) => value / OURS_PER_ROUND);
    return ratioOf(oncePerRound, measured.theirs);
  },
};

function itemOfRow({ partitionKey, rowKey, columns }: Row): Record<string, unknown> {
  return { PartitionKey: partitionKey, RowKey: rowKey, ...columns };
}

/** DynamoDB keeps the properties of the key beside the key, and big integers as numbers. */
function itemOfToolbox({ department: _, id: __, ...item }: Record<string, unknown>): Record<string, unknown> {
  return { ...item, salary: String(item['salary']) };
}
