import { bareHttp } from '../contenders/bare-http.js';
import { rawSdk } from '../contenders/raw-sdk.js';
import type { TableContender } from '../contenders/table-contender.js';
import { type TablewrightContender, tablewright } from '../contenders/tablewright.js';

/** Ours, the peer, and the limit. */
export interface TableContenders extends Readonly<Record<'rawSdk' | 'bareHttp', TableContender>> {
  readonly tablewright: TablewrightContender;
}

export function tableContenders(connectionString: string, table: string): TableContenders {
  return {
    tablewright: tablewright(connectionString, table),
    rawSdk: rawSdk(connectionString, table),
    bareHttp: bareHttp(connectionString, table),
  };
}

/** The same work for each of them. */
export function each<C extends { readonly [name in keyof C]: TableContender }>(
  contenders: C,
  work: (contender: TableContender) => unknown,
): Readonly<Record<keyof C & string, () => unknown>> {
  const entries = Object.entries<TableContender>(contenders).map(([name, contender]) => [
    name,
    () => work(contender),
  ]);
  return Object.fromEntries(entries) as Record<keyof C & string, () => unknown>;
}
