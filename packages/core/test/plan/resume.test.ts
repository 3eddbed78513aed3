import { describe, expect, it } from 'vitest';
import { canResumeByKey, type ScanPlan, scanAfter, scanRows } from '../../src/plan/index.js';

const table = { entity: 'Thing', table: 'Things' };
const filtersOf = (scans: readonly ScanPlan[]) => scans.map(({ filter }) => filter);

describe('rows by their keys', () => {
  it.each([
    [{}, undefined],
    [{ from: '' }, undefined],
    [
      { partitionKey: "O'Hara", from: 'a', to: 'b' },
      "PartitionKey eq 'O''Hara' and RowKey ge 'a' and RowKey lt 'b'",
    ],
    [{ beforePartition: 'z' }, "PartitionKey lt 'z'"],
    [{ afterPartition: "it's", beforePartition: 'z' }, "PartitionKey gt 'it''s' and PartitionKey lt 'z'"],
  ])('%j', (range, filter) => {
    expect(scanRows({ ...table, ...range }).filter).toBe(filter);
  });
});

describe('behind a key', () => {
  const key = { partitionKey: "p'", rowKey: "r' or RowKey gt '" };
  const behind = "RowKey gt 'r'' or RowKey gt '''";

  it('a scan of one partition goes on, or is over, or did not begin', () => {
    const scan = scanRows({ ...table, partitionKey: "p'" });
    expect(filtersOf(scanAfter(scan, key))).toEqual([`(PartitionKey eq 'p''') and ${behind}`]);
    expect(scanAfter(scan, { ...key, partitionKey: 'q' })).toEqual([]);
    expect(scanAfter(scan, { ...key, partitionKey: 'a' })).toEqual([scan]);
  });

  it('a scan of several partitions ends the one, then goes on to the others', () => {
    const within = `PartitionKey eq 'p''' and ${behind}`;
    expect(filtersOf(scanAfter(scanRows(table), key))).toEqual([within, "PartitionKey gt 'p'''"]);
    const any: ScanPlan = { kind: 'scan', ...table, filter: 'a eq 1 or b eq 2' };
    expect(filtersOf(scanAfter(any, key))).toEqual([
      `(a eq 1 or b eq 2) and ${within}`,
      "(a eq 1 or b eq 2) and PartitionKey gt 'p'''",
    ]);
  });

  it('there is room for as many comparisons as the service takes, whatever texts say', () => {
    const scan = (count: number): ScanPlan => {
      const filter = Array.from({ length: count }, () => "a ge ' eq '' gt '").join(' and ');
      return { kind: 'scan', ...table, filter };
    };
    expect([canResumeByKey(scan(13)), canResumeByKey(scan(14))]).toEqual([true, false]);
    const inOne = { partitionKey: 'p' };
    expect([14, 15].map((n) => canResumeByKey({ ...scan(n), ...inOne }))).toEqual([true, false]);
  });
});
