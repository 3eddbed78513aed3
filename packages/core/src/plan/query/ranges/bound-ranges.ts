import type { TemplateVariable } from '../../../keys/index.js';
import type { Compare } from '../condition.js';
import { before, type CutRange, endOf, intersect, isEmpty, keysBeginningWith } from './cut-range.js';
import { rawTextRange, type TextBound, type TextPlace, textRanges } from './text-range.js';

interface Bounds {
  /** None when nothing narrows the prefix. An empty range means that no key fits. */
  readonly ranges: readonly CutRange[];
  readonly decided: readonly Compare[];
}

/** The key text up to and including a variable with some value; undefined when it cannot be written. */
type PrefixWith = (value: unknown) => string | undefined;

/** How comparisons of the variable behind a known prefix narrow the keys that begin with it. */
export function boundRanges(
  variable: TemplateVariable,
  prefix: string,
  prefixWith: PrefixWith,
  leaves: readonly Compare[],
): Bounds {
  const place = tailLength(prefix, prefixWith) === 0 ? 'last' : 'spaced';
  const decided: Compare[] = [];
  const narrowings: (readonly CutRange[])[] = [];
  for (const leaf of leaves) {
    const range =
      leaf.comparison === 'startsWith'
        ? startRange(prefix, prefixWith, leaf)
        : ordersExactly(variable, place)
          ? orderRange(variable, prefix, prefixWith, leaf)
          : undefined;
    if (range === undefined) continue;
    decided.push(leaf);
    narrowings.push([range]);
  }
  if (variable.kind === 'text' && variable.ordered && !ordersExactly(variable, place)) {
    const text = textBounds(variable, place, prefix, prefixWith, leaves);
    decided.push(...text.decided);
    if (text.ranges.length > 0) narrowings.push(text.ranges);
  }
  return { ranges: narrowings.length === 0 ? [] : meet(narrowings), decided };
}

/**
 * Whether keys follow the values exactly, and what stands behind the variable shows where it ends: then a value
 * is all keys that begin with it.
 */
function ordersExactly({ kind, spec, ordered }: TemplateVariable, place: TextPlace): boolean {
  return ordered && (kind !== 'text' || (spec === 'raw' && place === 'spaced'));
}

/** How long the literal behind the variable is. */
function tailLength(prefix: string, prefixWith: PrefixWith): number {
  return (prefixWith('') ?? prefix).length - prefix.length;
}

/** What lies in one range of every list. One empty range is left where nothing does. */
function meet(lists: readonly (readonly CutRange[])[]): readonly CutRange[] {
  return lists.reduce((some, others) => {
    const both = some.flatMap((a) => others.map((b) => intersect(a, b)));
    const filled = both.filter((range) => !isEmpty(range));
    return filled.length > 0 ? filled : both.slice(0, 1);
  });
}

/** Text in a key begins as the value does, wherever it stands. */
function startRange(prefix: string, prefixWith: PrefixWith, { value }: Compare): CutRange | undefined {
  const tail = tailLength(prefix, prefixWith);
  const start = prefixWith(value);
  return start === undefined ? undefined : keysBeginningWith(start.slice(0, start.length - tail));
}

function orderRange(
  { kind, descending }: TemplateVariable,
  prefix: string,
  prefixWith: PrefixWith,
  { comparison, value }: Compare,
): CutRange | undefined {
  const every = keysBeginningWith(prefix);
  const start = prefixWith(kind === 'double' && value === 0 ? zeroFor(comparison) : value);
  if (start === undefined) return undefined;
  switch (comparison) {
    case 'lt':
      return descending ? { ...every, from: endOf(start) } : { ...every, to: before(start) };
    case 'le':
      return descending ? { ...every, from: before(start) } : { ...every, to: endOf(start) };
    case 'gt':
      return descending ? { ...every, to: before(start) } : { ...every, from: endOf(start) };
    case 'ge':
      return descending ? { ...every, to: endOf(start) } : { ...every, from: before(start) };
    default:
      return undefined;
  }
}

/** Keys have -0 before 0, and comparisons take both for one: the bound is the outer one. */
function zeroFor(comparison: string): number {
  return comparison === 'lt' || comparison === 'ge' ? -0 : 0;
}

function textBounds(
  { spec }: TemplateVariable,
  place: TextPlace,
  prefix: string,
  prefixWith: PrefixWith,
  leaves: readonly Compare[],
): Bounds {
  const pick = (strict: string, inclusive: string) =>
    leaves.find(({ comparison }) => comparison === strict || comparison === inclusive);
  const lower = pick('gt', 'ge');
  const upper = pick('lt', 'le');
  if (lower === undefined && upper === undefined) return { ranges: [], decided: [] };
  if (spec !== 'raw') {
    return { ranges: textRanges(prefix, place, boundOf(lower), boundOf(upper)), decided: [] };
  }
  const writable = [lower, upper].filter(
    (leaf) => leaf !== undefined && prefixWith(leaf.value) !== undefined,
  );
  const usable = (leaf: Compare | undefined) => (writable.includes(leaf) ? boundOf(leaf) : undefined);
  if (writable.length === 0) return { ranges: [], decided: [] };
  return {
    ranges: [rawTextRange(prefix, usable(lower), usable(upper))],
    decided: writable as readonly Compare[],
  };
}

function boundOf(leaf: Compare | undefined): TextBound | undefined {
  if (leaf === undefined) return undefined;
  return { text: String(leaf.value), inclusive: leaf.comparison === 'ge' || leaf.comparison === 'le' };
}
