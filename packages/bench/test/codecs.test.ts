import { expect, it } from 'vitest';
import { decodeByClassTransformer } from '../src/contenders/class-transformer.js';
import { encodeByDynamodbToolbox } from '../src/contenders/dynamodb-toolbox.js';
import { decodeByElectrodb, electroItems } from '../src/contenders/electrodb.js';
import { decodeByTablewright, encodeByTablewright } from '../src/contenders/tablewright-codec.js';
import { employeesOf } from '../src/domain/employees.js';
import { peopleOf } from '../src/domain/staff.js';
import { storedRow, TIMESTAMP } from '../src/domain/stored-row.js';

const people = peopleOf(50);
const rows = people.map(storedRow);
const plain = (found: readonly object[]) => found.map((person) => ({ ...person }));

it('every mapper decodes the same rows to the same people', () => {
  expect(plain(decodeByTablewright(rows))).toEqual(people);
  expect(plain(decodeByClassTransformer(rows))).toEqual(people);
  expect(plain(decodeByElectrodb(electroItems(rows)))).toEqual(people);
});

it('every mapper encodes the same people to the same rows', () => {
  const ours = encodeByTablewright(employeesOf(50));
  const theirs = encodeByDynamodbToolbox(people);
  rows.forEach((row, index) => {
    const { partitionKey, rowKey, columns } = ours[index]!;
    expect({ PartitionKey: partitionKey, RowKey: rowKey, Timestamp: TIMESTAMP, ...columns }).toEqual(row);
    const { department, id, salary, ...item } = theirs[index]!;
    expect({ ...item, Timestamp: TIMESTAMP, salary: String(salary) }).toEqual(row);
    expect({ department, id }).toEqual({ department: people[index]!.department, id: people[index]!.id });
  });
});
