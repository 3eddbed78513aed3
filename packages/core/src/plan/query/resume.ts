import { type Filter, MOST_COMPARISONS } from './filter/filter.js';
import { keyTest } from './filter/key-filter.js';
import { countComparisons, narrowText } from './filter/narrow-text.js';
import type { KeyPosition, ScanPlan } from './query-plan.js';

/**
 * What is left of a scan behind a key: none, one, or two scans, one after the other. Comparisons are only
 * added to its filter, so that no key, however made up, leads out of what the scan was to read.
 */
export function scanAfter(scan: ScanPlan, { partitionKey, rowKey }: KeyPosition): readonly ScanPlan[] {
  const behindRow = keyTest('RowKey', 'gt', rowKey);
  if (scan.partitionKey !== undefined) {
    if (partitionKey < scan.partitionKey) return [scan];
    return partitionKey > scan.partitionKey ? [] : [within(scan, behindRow)];
  }
  return [
    { ...within(scan, keyTest('PartitionKey', 'eq', partitionKey), behindRow), partitionKey },
    within(scan, keyTest('PartitionKey', 'gt', partitionKey)),
  ];
}

/** Whether a scan can go on behind a key without more comparisons than the service takes. */
export function canResumeByKey({ filter, partitionKey }: ScanPlan): boolean {
  const added = partitionKey === undefined ? 2 : 1;
  return countComparisons(filter ?? '') + added <= MOST_COMPARISONS;
}

function within(scan: ScanPlan, ...bounds: readonly Filter[]): ScanPlan {
  return { ...scan, filter: narrowText(scan.filter, bounds) };
}
