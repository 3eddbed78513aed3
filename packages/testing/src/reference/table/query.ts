import { invalidInput, notImplemented } from '../wire/refusal.js';
import type { WireRequest } from '../wire/wire-request.js';
import { startOf } from './continuation.js';
import { compileFilter } from './filter/compile.js';
import { MAX_PAGE_ROWS } from './limits.js';
import type { Paging } from './paging.js';
import type { Row } from './row.js';
import type { Position, Table } from './table.js';

export interface Page {
  readonly rows: readonly Row[];
  readonly next: Position | undefined;
}

const UNSUPPORTED = ['$orderby', '$skip', '$expand', '$inlinecount', '$skiptoken', '$apply'];

export function queryRows(table: Table, request: WireRequest, paging: Paging): Page {
  const filter = compileFilter(request.parameter('$filter'));
  const most = Math.min(topOf(request), paging.rows ?? MAX_PAGE_ROWS);
  const { scanned: mostScanned = Number.POSITIVE_INFINITY, atPartitionEnd = false } = paging;
  const rows: Row[] = [];
  let scanned = 0;
  let last: Row | undefined;
  const next = table.scan(filter.range, startOf(request), (row) => {
    if (rows.length === most || scanned === mostScanned) return false;
    if (atPartitionEnd && last && last.partitionKey !== row.partitionKey) return false;
    last = row;
    scanned++;
    if (filter.matches(row)) rows.push(row);
    return true;
  });
  return { rows, next };
}

/** How many at most: 1 to 1,000. */
export function topOf(request: WireRequest): number {
  if (request.hasQuery) {
    for (const name of UNSUPPORTED) {
      if (request.parameters.has(name)) throw notImplemented(name);
    }
  }
  const text = request.parameter('$top');
  if (text === undefined) return MAX_PAGE_ROWS;
  const top = Number(text);
  if (!/^\d+$/.test(text) || top < 1 || top > MAX_PAGE_ROWS) {
    throw invalidInput(`$top is a whole number from 1 to ${MAX_PAGE_ROWS}.`);
  }
  return top;
}

/** The properties asked for; `undefined`: all. */
export function selectOf(request: WireRequest): readonly string[] | undefined {
  const text = request.parameter('$select');
  if (text === undefined || text.trim() === '') return undefined;
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('*')) return undefined;
  return [...new Set(names)];
}
