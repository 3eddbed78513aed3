import { bareHttp } from '../contenders/bare-http.js';
import { rawSdk } from '../contenders/raw-sdk.js';
import type { TableContender } from '../contenders/table-contender.js';
import { tablewright } from '../contenders/tablewright.js';

/** Ours, the peer, and the limit. */
export type TableContenders = Readonly<Record<'tablewright' | 'rawSdk' | 'bareHttp', TableContender>>;

export function tableContenders(connectionString: string, table: string): TableContenders {
  return {
    tablewright: tablewright(connectionString, table),
    rawSdk: rawSdk(connectionString, table),
    bareHttp: bareHttp(connectionString, table),
  };
}

/** The same work for each of them. */
export function each<C extends Readonly<Record<string, TableContender>>>(
  contenders: C,
  work: (contender: TableContender) => unknown,
): Readonly<Record<keyof C & string, () => unknown>> {
  const entries = Object.entries(contenders).map(([name, contender]) => [name, () => work(contender)]);
  return Object.fromEntries(entries) as Record<keyof C & string, () => unknown>;
}
