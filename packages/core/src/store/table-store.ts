import { randomUUID } from 'node:crypto';
import type { HttpClient } from '@azure/core-rest-pipeline';
import type { TableServiceClient } from '@azure/data-tables';
import type { StoredRow } from '../edm/index.js';
import { OptionsError } from '../errors/index.js';
import { checkTableName, limitsOf, type ServiceLimits } from '../limits/index.js';
import type { PointReadPlan, ScanPlan, WritePlan } from '../plan/index.js';
import { type CallOptions, type CallScope, withinScope } from './call-scope.js';
import { type Clock, systemClock } from './clock.js';
import { type Credential, clientOfConnectionString, clientOfUrl } from './connect.js';
import { isCosmosHost, parseEndpoint } from './endpoint.js';
import { Executor } from './executor.js';
import { headerSets } from './headers.js';
import { LeanHttpClient } from './http/index.js';
import type { Contention } from './judge.js';
import { knownKey } from './known-key.js';
import {
  Lister,
  listed,
  type OnNext,
  type PageRequest,
  type RowPage,
  type TypedRowPage,
  type UnreadPage,
} from './list/index.js';
import { attemptTimeoutOf, profileOf, quietly, retryOptions, type TableStoreOptions } from './options.js';
import { policiesOf } from './pipeline/policies.js';
import type { ReadRow } from './read-row.js';
import { Tables } from './tables.js';
import { Transport } from './transport.js';

/** One attempt may take as long as the service's own limit of 30 seconds. */
const ATTEMPT_TIMEOUT_MS = 35_000;

/** Anything that knows its own connection string, such as the embedded emulator of @tablewright/testing. */
export interface Connectable {
  readonly connectionString: string;
  readonly http?: HttpClient;
}

/**
 * A storage account's tables. Make one per account and share it: repositories hold nothing else.
 * @example `const store = TableStore.fromConnectionString(process.env.STORAGE!);`
 */
export class TableStore {
  readonly limits: ServiceLimits;
  readonly clock: Clock;
  readonly random: () => number;
  /** Where ids come from. */
  readonly newId: () => string;
  /** Names the account's endpoint: rows of two stores are never mistaken for each other. */
  readonly url: string;
  readonly #executor: Executor;
  readonly #lister: Lister;
  readonly #tables: Tables;

  /** From an SDK client that you already have: its authentication, proxy and policies are used. */
  constructor(client: TableServiceClient, options: TableStoreOptions = {}) {
    if (typeof client?.pipeline?.clone !== 'function') {
      throw new OptionsError(
        'client',
        'A TableStore is made from a TableServiceClient; see also its static methods.',
      );
    }
    const endpoint = parseEndpoint(client.url, options.allowInsecureConnection ?? false);
    const profile = profileOf(options.profile, isCosmosHost(endpoint) ? 'cosmos' : 'storage');
    const httpClient = options.httpClient ?? new LeanHttpClient();
    const headers = headerSets(profile);
    const exchangeContext = {
      transport: new Transport(
        policiesOf(client.pipeline, knownKey(client)),
        httpClient,
        endpoint,
        attemptTimeoutOf(options.attemptTimeout, ATTEMPT_TIMEOUT_MS),
      ),
      clock: options.clock ?? systemClock,
      random: options.random ?? Math.random,
      retry: retryOptions(options.retry),
      observe: quietly(options.observe),
    };
    this.limits = limitsOf(profile);
    this.clock = exchangeContext.clock;
    this.random = exchangeContext.random;
    this.url = endpoint.base;
    this.newId = options.newId ?? randomUUID;
    const { newId } = this;
    this.#tables = new Tables(exchangeContext, headers, newId);
    this.#lister = new Lister({ ...exchangeContext, base: endpoint.base, headers });
    this.#executor = new Executor({
      ...exchangeContext,
      base: endpoint.base,
      headers,
      limits: this.limits,
      newId,
      tables: this.#tables,
    });
  }

  /** From an account or SAS connection string, or `UseDevelopmentStorage=true`. */
  static fromConnectionString(connectionString: string, options?: TableStoreOptions): TableStore {
    return new TableStore(clientOfConnectionString(connectionString), options);
  }

  /** From an endpoint and a credential; without one, the URL carries a SAS. */
  static connect(url: string, credential?: Credential, options?: TableStoreOptions): TableStore {
    return new TableStore(clientOfUrl(url, credential), options);
  }

  /** From the embedded emulator: `TableStore.from(await embeddedStorage())`. */
  static from(source: Connectable, options: TableStoreOptions = {}): TableStore {
    const http = source?.http && { httpClient: source.http };
    return TableStore.fromConnectionString(source?.connectionString, { ...http, ...options });
  }

  /** Runs work within a call's signal and timeout. */
  within<T, O extends CallOptions>(
    options: O | undefined,
    work: (scope: CallScope, options: O) => Promise<T>,
  ): Promise<T> {
    return withinScope(this.clock, options === undefined ? ({} as O) : options, work);
  }

  /** Reads one row: 1 request. */
  read(plan: PointReadPlan, scope: CallScope): Promise<ReadRow | undefined> {
    return this.#executor.read(plan, scope);
  }

  /** Reads one row with the exact types of all its columns: 1 request. */
  readTyped(plan: PointReadPlan, scope: CallScope): Promise<StoredRow | undefined> {
    return this.#executor.readTyped(plan, scope);
  }

  /** Lists one page of rows: 1 request. A table that does not exist has none. */
  async list(plan: ScanPlan, page: PageRequest, scope: CallScope): Promise<RowPage> {
    return listed(await this.fetchPage(plan, page, scope));
  }

  /** Lists one page of rows with the exact types of all their columns: 1 request. */
  async listTyped(plan: ScanPlan, page: PageRequest, scope: CallScope): Promise<TypedRowPage> {
    return listed(await this.fetchTypedPage(plan, page, scope));
  }

  /** Like `list`, with the rows yet to be read: whoever wants the next page, too, asks for it first. */
  fetchPage(
    plan: ScanPlan,
    page: PageRequest,
    scope: CallScope,
    onNext?: OnNext,
  ): Promise<UnreadPage<ReadRow>> {
    return this.#lister.fetch(plan, page, scope, onNext);
  }

  /** Like `listTyped`, with the rows yet to be read. */
  fetchTypedPage(plan: ScanPlan, page: PageRequest, scope: CallScope): Promise<UnreadPage<StoredRow>> {
    return this.#lister.fetchTyped(plan, page, scope);
  }

  /** Writes one row, or several of one partition at once: 1 request. */
  write(plan: WritePlan, scope: CallScope, contended?: Contention): Promise<readonly (string | undefined)[]> {
    return this.#executor.write(plan, scope, contended);
  }

  /** Creates a table unless it exists: 1 request. Repositories do so by themselves on the first write. */
  async createTable(table: string, options?: CallOptions): Promise<void> {
    checkTableName(table);
    await this.within(options, (scope) => this.#tables.create(table, scope));
  }

  /** Deletes a table with all its rows: 1 request. `false` when there was none. */
  async deleteTable(table: string, options?: CallOptions): Promise<boolean> {
    checkTableName(table);
    return this.within(options, (scope) => this.#tables.delete(table, scope));
  }
}
