import { OptionsError } from '../../errors/index.js';
import { checkTableName } from '../../limits/index.js';
import type { ScanPlan } from '../../plan/index.js';
import { continuationQuery } from './continuation.js';
import type { PageRequest } from './row-page.js';

/** The most rows that the service puts into a page. */
export const MAX_PAGE_ROWS = 1_000;

/** The query string of one page. What cannot be sent is refused here. */
export function listQuery({ table, filter, select }: ScanPlan, page: PageRequest): string {
  checkTableName(table);
  const pairs: string[] = [];
  if (filter !== undefined) pairs.push(`$filter=${encoded(filter)}`);
  if (select) pairs.push(`$select=${select.map(encoded).join(',')}`);
  if (page.top !== undefined) pairs.push(`$top=${checkedTop(page.top)}`);
  if (page.after) pairs.push(...continuationQuery(page.after));
  return pairs.join('&');
}

function checkedTop(top: number): number {
  if (Number.isInteger(top) && top >= 1 && top <= MAX_PAGE_ROWS) return top;
  throw new OptionsError('top', `top is a whole number from 1 to ${MAX_PAGE_ROWS}.`);
}

function encoded(text: string): string {
  if (typeof text === 'string' && text.isWellFormed()) return encodeURIComponent(text);
  throw new OptionsError('plan', 'The filter and the columns of a plan are well-formed text.');
}
