import type { Plan, RowOperation } from '@tablewright/core';
import { expect, it } from 'vitest';
import type { PhysicalRow } from '../src/physical-rows.js';
import { batchParts } from '../src/render/batch.js';
import { painter } from '../src/render/colours.js';
import { planLines } from '../src/render/plan.js';
import { bodyLines } from '../src/render/request-body.js';
import { rowsOf } from '../src/render/rows.js';
import { grid } from '../src/step.js';
import { Versions } from '../src/versions.js';

const part = (method: string, path: string, body = '') =>
  `--changeset_1\r\nContent-Type: application/http\r\n\r\n${method} http://127.0.0.1:1/account/${path} HTTP/1.1\r\nAccept: json\r\nIf-Match: *\r\n\r\n${body}\r\n`;
const batch = (...parts: readonly string[]) =>
  `--batch_1\r\nContent-Type: multipart/mixed\r\n\r\n${parts.join('')}--changeset_1--\r\n--batch_1--\r\n`;

it('reads the writes of a transaction out of its request', () => {
  const body = batch(part('PUT', "T(PartitionKey='a%20b',RowKey='1')", '{"x":1}'), part('DELETE', 'T(2)'));
  expect(batchParts(body)).toEqual([
    { method: 'PUT', path: "T(PartitionKey='a b',RowKey='1')", body: '{"x":1}' },
    { method: 'DELETE', path: 'T(2)', body: '' },
  ]);
  expect(batchParts('{"x":1}')).toBeUndefined();
});

it('lists the writes of a small transaction, and counts those of a large one', () => {
  expect(bodyLines(batch(part('PUT', 'T(1)', '{}'), part('DELETE', 'T(2)')))).toEqual([
    'PUT    T(1) {}',
    'DELETE T(2)',
  ]);
  const many = batch(part('PUT', 'T(1)', '{}'), ...[2, 3, 4, 5].map((i) => part('DELETE', `T(${i})`)));
  expect(bodyLines(many)).toEqual(['1 × PUT, 4 × DELETE']);
  expect(bodyLines('{"x":1}')).toEqual(['{"x":1}']);
  expect(bodyLines(undefined)).toEqual([]);
});

it('shows what is planned, and for whom', () => {
  const insert = (rowKey: string): RowOperation => ({
    kind: 'insert',
    row: { partitionKey: 'p', rowKey, columns: { name: 'n' }, types: { name: 'Edm.String' } },
  });
  const about = { entity: 'Person', table: 'T' };
  const purposes = [
    { item: 0, role: 'primary', entity: 'Person', verb: 'insert' },
    { item: 0, role: 'ownRow', derivation: 'byName', entity: 'Person', verb: 'insert' },
  ] as const;
  const plans: Plan[] = [
    { kind: 'scan', ...about, filter: "PartitionKey eq 'p'", partitionKey: 'p' },
    { kind: 'scan', ...about },
    { kind: 'write', ...about, operations: [insert('1'), insert('n_n')], purposes },
    { kind: 'write', ...about, operations: ['1', '2', '3', '4', '5'].map(insert) },
  ];
  expect(planLines(plans, new Versions(), 60, painter(false))).toEqual([
    'list    Person  p / …           every column',
    "where PartitionKey eq 'p'",
    'list    Person  all partitions  every column',
    'one transaction of 2 operations:',
    'insert  Person  p / 1           name',
    'insert  byName  p / n_n         name',
    'one transaction of 5 rows, p / 1 to 5',
  ]);
});

it('chooses rows by partition, prefix and number', () => {
  const rows = ['p/a_1', 'p/a_2', 'p/b_1', 'q/a_1'].map((address): PhysicalRow => {
    const [partitionKey, rowKey] = address.split('/') as [string, string];
    return { partitionKey, rowKey, etag: '1', columns: new Map() };
  });
  const chosen = (view: Parameters<typeof rowsOf>[0]) =>
    rowsOf(view, rows).map((row) => `${row.partitionKey}/${row.rowKey}`);
  expect(chosen(grid(''))).toHaveLength(4);
  expect(chosen(grid({ prefix: 'a_' }))).toEqual(['p/a_1', 'p/a_2', 'q/a_1']);
  expect(chosen(grid({ partition: 'p' }))).toEqual(['p/a_1', 'p/a_2', 'p/b_1']);
  expect(chosen(grid({ partition: 'p', prefix: 'a_', first: 1 }))).toEqual(['p/a_1']);
});
