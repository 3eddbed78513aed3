import { type Filter, filterText } from './filter.js';

/** The text of a filter, if there is one, that must be satisfied together with more comparisons. */
export function narrowText(text: string | undefined, more: readonly Filter[]): string {
  const added = filterText({ kind: 'all', parts: more });
  return text === undefined ? added : `(${text}) and ${added}`;
}

/** How many comparisons the text of a filter has. A plan holds no more than the text that is sent. */
export function countComparisons(text: string): number {
  const withoutLiterals = text.replace(/'(?:[^']|'')*'/g, "''");
  return withoutLiterals.match(/ (?:eq|gt|ge|lt|le) /g)?.length ?? 0;
}
