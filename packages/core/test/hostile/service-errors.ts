import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import {
  AzureNamedKeyCredential,
  AzureSASCredential,
  generateAccountSas,
  generateTableSas,
} from '@azure/data-tables';
import {
  AuthenticationError,
  NetworkError,
  OutcomeUnknownError,
  type StoreEvent,
  TableStore,
  type TableStoreOptions,
} from '@tablewright/core';
import { faults } from '@tablewright/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { EverythingRepository, everything } from '../differential/support/everything.js';
import { useStorage } from '../support/storage.js';
import { attempt, CANARY, leakOf } from './support/attempt.js';

const storage = useStorage();
const KEY = { group: 'group', name: 'there' };
const WRONG_KEY = Buffer.from('a key that is wrong').toString('base64');
let table: string;

beforeAll(async () => {
  table = storage.emulator.uniqueName('Service');
  const entities = new EverythingRepository(storage.store(), { table });
  await entities.insert(everything(KEY.group, KEY.name, { text: CANARY }));
});

const options = (): TableStoreOptions => ({
  httpClient: storage.emulator.http,
  retry: { maxRetries: 1, baseDelay: 1, maxDelay: 1 },
});

const credential = () => new AzureNamedKeyCredential(storage.emulator.account, storage.emulator.key);
const readOnlySas = () => generateTableSas(table, credential(), { permissions: { query: true } });

/** Every operation, against a store that cannot do it. */
function operationsOf(store: TableStore): Readonly<Record<string, () => unknown>> {
  const entities = new EverythingRepository(store, { table });
  const entity = everything(KEY.group, KEY.name, { text: CANARY });
  return {
    insert: () => entities.insert(entity),
    replace: () => entities.replace(entity, { force: true }),
    update: () => entities.update(KEY, { text: CANARY }),
    remove: () => entities.update(KEY, { int32: null }),
    upsert: () => entities.upsert(entity),
    delete: () => entities.delete(KEY, { force: true }),
    get: () => entities.get(KEY),
    exists: () => entities.exists(KEY),
    getMany: () => entities.getMany([KEY]),
    modify: () => entities.modify(KEY, (loaded) => void Object.assign(loaded, { text: `new ${CANARY}` })),
    createTable: () => store.createTable(table),
    deleteTable: () => store.deleteTable(table),
  };
}

/** Which operations failed otherwise than with this error, or showed a secret. */
async function failuresOf(
  store: TableStore,
  expected: new (...args: never[]) => Error,
  secrets: readonly string[],
  names: readonly string[] = Object.keys(operationsOf(store)),
): Promise<string[]> {
  const failures: string[] = [];
  for (const name of names) {
    const outcome = await attempt(storage.emulator.http, operationsOf(store)[name]!);
    if (outcome.ok) failures.push(`${name}: went through`);
    else if (!(outcome.error instanceof expected)) failures.push(`${name}: ${outcome.error}`);
    const leak = outcome.ok ? undefined : leakOf(outcome.error, [CANARY, ...secrets]);
    if (leak !== undefined) failures.push(`${name}: ${leak}`);
  }
  return failures;
}

/** A signature as it is and as it travels. */
function signatureOf(sas: string): string[] {
  const encoded = /sig=([^&]+)/.exec(sas)![1]!;
  return [encoded, decodeURIComponent(encoded)];
}

describe('a refused credential', () => {
  it('is an AuthenticationError: a wrong key', async () => {
    const { urls, account } = storage.emulator;
    const store = TableStore.connect(urls.table, new AzureNamedKeyCredential(account, WRONG_KEY), options());
    expect(await failuresOf(store, AuthenticationError, [WRONG_KEY])).toEqual([]);
  });

  it('is an AuthenticationError: a wrong key in a connection string', async () => {
    const text = storage.emulator.connectionString.replace(storage.emulator.key, WRONG_KEY);
    const store = TableStore.fromConnectionString(text, options());
    expect(await failuresOf(store, AuthenticationError, [WRONG_KEY])).toEqual([]);
  });

  it('is an AuthenticationError: a forged signature, in the URL and as a credential', async () => {
    const { urls } = storage.emulator;
    const forged = `${readOnlySas().replace(/sig=[^&]+/, '')}&sig=Zm9yZ2VkK2ZvcmdlZA%3D%3D`;
    for (const store of [
      TableStore.connect(`${urls.table}?${forged}`, undefined, options()),
      TableStore.connect(urls.table, new AzureSASCredential(forged), options()),
    ]) {
      expect(await failuresOf(store, AuthenticationError, signatureOf(forged))).toEqual([]);
    }
  });

  it('is an AuthenticationError: no credential at all', async () => {
    const store = TableStore.connect(storage.emulator.urls.table, undefined, options());
    expect(await failuresOf(store, AuthenticationError, [])).toEqual([]);
  });

  it('is an AuthenticationError: a token that cannot be had', async () => {
    const failing = { getToken: () => Promise.reject(new Error('the identity provider is away')) };
    const store = TableStore.connect(storage.emulator.urls.table, failing, options());
    expect(await failuresOf(store, AuthenticationError, [])).toEqual([]);
    expect(storage.emulator.http.requests).toEqual([]);
  });
});

describe('a permission that a SAS lacks', () => {
  const writes = ['insert', 'replace', 'update', 'remove', 'upsert', 'delete', 'modify'];

  it('is an AuthenticationError, and what it grants works', async () => {
    const sas = readOnlySas();
    const { urls } = storage.emulator;
    for (const store of [
      TableStore.connect(`${urls.table}?${sas}`, undefined, options()),
      TableStore.connect(urls.table, new AzureSASCredential(sas), options()),
      TableStore.fromConnectionString(`TableEndpoint=${urls.table};SharedAccessSignature=${sas}`, options()),
    ]) {
      const entities = new EverythingRepository(store, { table });
      expect((await entities.get(KEY))?.text).toBe(CANARY);
      expect(await failuresOf(store, AuthenticationError, signatureOf(sas), writes)).toEqual([]);
    }
  });

  it('is an AuthenticationError for an account SAS too', async () => {
    const sas = generateAccountSas(credential(), {
      permissions: { query: true } as never,
      services: { table: true } as never,
      resourceTypes: 'o',
      expiresOn: new Date(Date.now() + 3_600_000),
    });
    const store = TableStore.connect(`${storage.emulator.urls.table}?${sas}`, undefined, options());
    expect(await failuresOf(store, AuthenticationError, signatureOf(sas), writes)).toEqual([]);
  });
});

describe('a service that cannot be reached', () => {
  it('is a NetworkError', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const sas = readOnlySas();
    const store = TableStore.connect(
      `http://127.0.0.1:${port}/devstoreaccount1?${sas}`,
      undefined,
      options(),
    );
    expect(await failuresOf(store, NetworkError, signatureOf(sas))).toEqual([]);
  });

  it('shows no signature even when the failure itself does', async () => {
    const sas = readOnlySas();
    const store = TableStore.connect(`${storage.emulator.urls.table}?${sas}`, undefined, options());
    storage.emulator.http.inject(
      {
        name: 'telling',
        run: ({ request }) => {
          const error = new Error(`request to ${request.url} failed (see '${request.url}')`);
          throw Object.assign(error, { code: 'ECONNREFUSED', request, config: { url: request.url } });
        },
      },
      { times: Number.POSITIVE_INFINITY },
    );
    expect(await failuresOf(store, NetworkError, signatureOf(sas))).toEqual([]);
  });

  it('leaves the outcome of a write open when the reply was lost, and shows nothing of it', async () => {
    const store = TableStore.from(storage.emulator, options());
    storage.emulator.http.inject(faults.dropReply(), { times: Number.POSITIVE_INFINITY });
    const secrets = [storage.emulator.key];
    expect(await failuresOf(store, OutcomeUnknownError, secrets, ['replace', 'update', 'upsert'])).toEqual(
      [],
    );
  });
});

describe('what others may look at', () => {
  it('holds no secret: stores, repositories, entities', async () => {
    const sas = readOnlySas();
    const store = TableStore.connect(`${storage.emulator.urls.table}?${sas}`, undefined, options());
    const entities = new EverythingRepository(store, { table });
    const entity = await entities.getOrThrow(KEY);
    for (const visible of [store, entities, entity]) {
      const text = inspect(visible, { depth: null, showHidden: true });
      for (const secret of signatureOf(sas)) expect(text).not.toContain(secret);
    }
    expect(JSON.stringify(store)).not.toContain('sig=');
  });

  it('holds no secret: what an observer is told of requests and retries', async () => {
    const sas = readOnlySas();
    const events: StoreEvent[] = [];
    const observe = (event: StoreEvent) => void events.push(event);
    const url = `${storage.emulator.urls.table}?${sas}`;
    const store = TableStore.connect(url, undefined, { ...options(), observe });
    storage.emulator.http.inject(faults.serverBusy());
    await attempt(storage.emulator.http, operationsOf(store)['get']!);
    await attempt(storage.emulator.http, operationsOf(store)['insert']!);
    const told = events.filter(({ type }) => type !== 'plan');
    expect(told.map(({ type }) => type)).toContain('retry');
    const text = inspect(told, { depth: null, showHidden: true });
    for (const secret of [CANARY, storage.emulator.key, ...signatureOf(sas)])
      expect(text).not.toContain(secret);
  });
});
