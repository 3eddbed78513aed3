import type { KeyPosition, PointReadPlan, QueryPlan, ScanPlan } from '../../../plan/index.js';

type Part = PointReadPlan | ScanPlan;

/** What runs one after the other: the keys of each follow those of the one before. */
export type Unit =
  /** Read side by side. */
  | { readonly kind: 'points'; readonly reads: readonly PointReadPlan[] }
  | { readonly kind: 'scan'; readonly scan: ScanPlan }
  /** Their keys overlap. */
  | { readonly kind: 'merge'; readonly parts: readonly Part[] };

const BEGINNING: KeyPosition = { partitionKey: '', rowKey: '' };

/** The parts of a plan in the order in which their rows come. Where there is no order, each is for itself. */
export function unitsOf({ parts }: QueryPlan, ordered: boolean): readonly Unit[] {
  const clusters = ordered ? overlapping(parts) : parts.map((part) => [part]);
  const units: Unit[] = [];
  let reads: PointReadPlan[] = [];
  for (const cluster of clusters) {
    const only = cluster.length === 1 ? cluster[0] : undefined;
    if (only?.kind === 'pointRead') {
      if (reads.length === 0) units.push({ kind: 'points', reads });
      reads.push(only);
    } else {
      reads = [];
      units.push(only ? { kind: 'scan', scan: only } : { kind: 'merge', parts: cluster });
    }
  }
  return units;
}

/** The order of the service: by UTF-16 code units, first the partition, then the row. */
export function compareKeys(a: KeyPosition, b: KeyPosition): number {
  return compareText(a.partitionKey, b.partitionKey) || compareText(a.rowKey, b.rowKey);
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function overlapping(parts: readonly Part[]): readonly (readonly Part[])[] {
  const clusters: Part[][] = [];
  let end: KeyPosition | undefined = BEGINNING;
  for (const part of parts.toSorted((a, b) => compareKeys(startOf(a), startOf(b)))) {
    const to = endOf(part);
    if (clusters.length > 0 && (end === undefined || compareKeys(startOf(part), end) < 0)) {
      clusters.at(-1)!.push(part);
      if (end !== undefined && (to === undefined || compareKeys(to, end) > 0)) end = to;
    } else {
      clusters.push([part]);
      end = to;
    }
  }
  return clusters;
}

function startOf(part: Part): KeyPosition {
  return part.kind === 'pointRead' ? part : (part.range?.from ?? BEGINNING);
}

/** The first key behind it; none when it has no end. */
function endOf(part: Part): KeyPosition | undefined {
  return part.kind === 'pointRead' ? part : part.range?.to;
}
