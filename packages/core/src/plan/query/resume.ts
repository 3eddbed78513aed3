import type { KeyPosition, ScanPlan } from './query-plan.js';

/** The most comparisons that the service takes in one filter. */
const MOST_COMPARISONS = 15;

/**
 * What is left of a scan behind a key: none, one, or two scans, one after the other. Comparisons are only
 * added to its filter, so that no key, however made up, leads out of what the scan was to read.
 */
export function scanAfter(scan: ScanPlan, { partitionKey, rowKey }: KeyPosition): readonly ScanPlan[] {
  const behindRow = `RowKey gt ${quoted(rowKey)}`;
  if (scan.partitionKey !== undefined) {
    if (partitionKey < scan.partitionKey) return [scan];
    return partitionKey > scan.partitionKey ? [] : [withBound(scan, behindRow)];
  }
  const inPartition = `PartitionKey eq ${quoted(partitionKey)} and ${behindRow}`;
  return [
    { ...withBound(scan, inPartition), partitionKey },
    withBound(scan, `PartitionKey gt ${quoted(partitionKey)}`),
  ];
}

/** Whether a scan can go on behind a key without more comparisons than the service takes. */
export function canResumeByKey({ filter, partitionKey }: ScanPlan): boolean {
  const added = partitionKey === undefined ? 2 : 1;
  return comparisonsIn(filter ?? '') + added <= MOST_COMPARISONS;
}

function withBound(scan: ScanPlan, bound: string): ScanPlan {
  return { ...scan, filter: scan.filter === undefined ? bound : `(${scan.filter}) and ${bound}` };
}

function comparisonsIn(filter: string): number {
  const withoutLiterals = filter.replace(/'(?:[^']|'')*'/g, "''");
  return withoutLiterals.match(/ (?:eq|ne|gt|ge|lt|le) /g)?.length ?? 0;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
