import type { Compare, Condition } from '../condition.js';
import { countTests, encodedLength, type Filter, MOST_COMPARISONS } from './filter.js';
import type { Translate, Translated } from './translate.js';

/** What it takes to go on behind a row: its RowKey, and where there are several partitions its PartitionKey. */
const TO_RESUME = { partition: 1, table: 2 };
/** Of the filter as it stands in the address; services begin to refuse at twice as much. */
const MAX_LENGTH = 8_000;
/** More scans than this over the same rows cost more than fetching them all. */
const MAX_SCANS = 10;

export interface PackedFilters {
  /** One for each scan over the same rows; no row passes two of them. */
  readonly filters: readonly Filter[];
  /** What they do not decide. */
  readonly undecided: readonly Condition[];
}

interface PackOptions {
  /** Several scans over the same rows are fine: their results can be merged. */
  readonly mayRepeat: boolean;
  readonly onePartition: boolean;
}

/**
 * Puts as much into filters as the service takes, the most selective first. A long list of alternatives for
 * one property is spread over several scans if `mayRepeat`.
 */
export function packFilters(
  translate: Translate,
  base: readonly Filter[],
  rest: readonly Condition[],
  { mayRepeat, onePartition }: PackOptions,
): PackedFilters {
  const terms = rest.map((condition) => ({ condition, translated: translate(condition) }));
  const most = MOST_COMPARISONS - (onePartition ? TO_RESUME.partition : TO_RESUME.table);
  const undecided = new Set<Condition>();
  let packed: readonly Filter[] = base;
  let long: readonly Filter[] | undefined;
  for (const { condition, translated } of [...terms].sort(bySize)) {
    if (translated === undefined) {
      undecided.add(condition);
    } else if (fits(most, [...packed, translated.filter])) {
      packed = [...packed, translated.filter];
      if (!translated.exact) undecided.add(condition);
    } else {
      const chunks = long === undefined && mayRepeat ? split(translate, most, packed, condition) : undefined;
      if (chunks === undefined) undecided.add(condition);
      else long = chunks;
    }
  }
  const filters = long === undefined ? [packed] : long.map((chunk) => [...packed, chunk]);
  return {
    filters: filters.map((parts) => ({ kind: 'all', parts })),
    // In the order in which they were asked, so that equal queries have equal plans.
    undecided: rest.filter((condition) => undecided.has(condition)),
  };
}

type Term = { readonly translated: Translated | undefined };

function bySize(a: Term, b: Term): number {
  return size(a) - size(b);
}

/** Equality tells more than an order, and a few alternatives more than many. */
function size({ translated }: Term): number {
  if (translated === undefined) return 0;
  const { filter } = translated;
  return countTests(filter) + (filter.kind === 'test' && filter.operator !== 'eq' ? 0.5 : 0);
}

function fits(most: number, parts: readonly Filter[]): boolean {
  const filter: Filter = { kind: 'all', parts };
  return countTests(filter) <= most && encodedLength(filter) <= MAX_LENGTH;
}

/** Groups of alternatives that fit beside `packed`; undefined where rows could pass two groups, or too many. */
function split(
  translate: Translate,
  most: number,
  packed: readonly Filter[],
  condition: Condition,
): readonly Filter[] | undefined {
  if (!isOneOf(condition)) return undefined;
  const groups: Filter[][] = [];
  for (const alternative of condition.any) {
    const translated = translate(alternative);
    if (!translated?.exact) return undefined;
    const last = groups.at(-1);
    if (last && fits(most, [...packed, { kind: 'any', parts: [...last, translated.filter] }])) {
      last.push(translated.filter);
    } else if (groups.length < MAX_SCANS && fits(most, [...packed, translated.filter])) {
      groups.push([translated.filter]);
    } else {
      return undefined;
    }
  }
  return groups.map((parts) => ({ kind: 'any', parts }));
}

/** Different values of one property: no row has two of them. */
function isOneOf(
  condition: Condition,
): condition is { readonly kind: 'or'; readonly any: readonly Compare[] } {
  if (condition.kind !== 'or') return false;
  const [first] = condition.any;
  // -0 and 0 are different values of a condition, and one to a filter.
  const zeros = condition.any.filter((part) => part.kind === 'compare' && part.value === 0);
  return (
    zeros.length < 2 &&
    first?.kind === 'compare' &&
    condition.any.every(
      (part) => part.kind === 'compare' && part.comparison === 'eq' && part.property === first.property,
    )
  );
}
