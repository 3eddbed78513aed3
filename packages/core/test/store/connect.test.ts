import {
  createDefaultHttpClient,
  createHttpHeaders,
  type HttpClient,
  type PipelineRequest,
} from '@azure/core-rest-pipeline';
import {
  AzureNamedKeyCredential,
  AzureSASCredential,
  generateAccountSas,
  TableServiceClient,
} from '@azure/data-tables';
import { OptionsError, TableStore, type TableStoreOptions } from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { EmployeeRepository, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();

function sas(): string {
  const { account, key } = storage.emulator;
  return generateAccountSas(new AzureNamedKeyCredential(account, key), {
    permissions: {
      query: true,
      add: true,
      update: true,
      delete: true,
      write: true,
      list: true,
    },
    expiresOn: new Date(Date.now() + 3_600_000),
  });
}

const ways: readonly (readonly [string, (options: TableStoreOptions) => TableStore])[] = [
  ['a connection string', (o) => TableStore.fromConnectionString(storage.emulator.connectionString, o)],
  [
    'a shared key',
    (o) => {
      const { account, key, urls } = storage.emulator;
      return TableStore.connect(urls.table, new AzureNamedKeyCredential(account, key), o);
    },
  ],
  [
    'a SAS credential',
    (o) => TableStore.connect(storage.emulator.urls.table, new AzureSASCredential(sas()), o),
  ],
  ['a SAS URL', (o) => TableStore.connect(`${storage.emulator.urls.table}?${sas()}`, undefined, o)],
  [
    'a SAS connection string',
    (o) =>
      TableStore.fromConnectionString(
        `TableEndpoint=${storage.emulator.urls.table};SharedAccessSignature=${sas()}`,
        o,
      ),
  ],
  [
    'an SDK client',
    (o) => {
      const { account, key, urls } = storage.emulator;
      const credential = new AzureNamedKeyCredential(account, key);
      return new TableStore(
        new TableServiceClient(urls.table, credential, { allowInsecureConnection: true }),
        o,
      );
    },
  ],
  ['the embedded emulator', (o) => TableStore.from(storage.emulator, o)],
];

describe.each(ways)('a store from %s', (_, connect) => {
  it('reads, writes, creates tables and runs transactions', async () => {
    const employees = new EmployeeRepository(connect({}), {
      table: storage.emulator.uniqueName('Connected'),
    });
    const { store, table, model, codec } = employees.context;
    await employees.insert(employee(1, { age: 30 }));
    await employees.update({ department: 'Sales', id: 1 }, { age: 31 });
    expect(await employees.getOrThrow({ department: 'Sales', id: 1 })).toEqual(employee(1, { age: 31 }));
    const operations = [2, 3].map((id) => ({ kind: 'insert', row: codec.encode(employee(id)) }) as const);
    const etags = await store.within({}, (scope) =>
      store.write({ kind: 'write', entity: model.name, table, operations }, scope),
    );
    expect(etags).toHaveLength(2);
    expect(await employees.exists({ department: 'Sales', id: 3 })).toBe(true);
  });

  it('uses the HTTP client that it is given', async () => {
    const seen: PipelineRequest[] = [];
    const inner = createDefaultHttpClient();
    const httpClient: HttpClient = {
      sendRequest(request) {
        seen.push(request);
        return inner.sendRequest(request);
      },
    };
    const employees = new EmployeeRepository(connect({ httpClient }), { table: 'Nothing' });
    await employees.get({ department: 'Sales', id: 1 });
    expect(seen).toHaveLength(1);
  });
});

describe('a token credential', () => {
  it('signs requests with its token, over https', async () => {
    const seen: PipelineRequest[] = [];
    const httpClient: HttpClient = {
      async sendRequest(request) {
        seen.push(request);
        return {
          request,
          status: 404,
          headers: createHttpHeaders({ 'x-ms-error-code': 'ResourceNotFound' }),
          bodyAsText: '',
        };
      },
    };
    const credential = {
      getToken: async () => ({ token: 'secret-token', expiresOnTimestamp: Date.now() + 1e7 }),
    };
    const store = TableStore.connect('https://contoso.table.core.windows.net', credential, { httpClient });
    await new EmployeeRepository(store).get({ department: 'Sales', id: 1 });
    expect(seen[0]!.headers.get('authorization')).toBe('Bearer secret-token');
    expect(seen[0]!.url).toBe(
      "https://contoso.table.core.windows.net/Employees(PartitionKey='Sales',RowKey='empid_000001')",
    );
  });

  it('that fails is an authentication error, and is not retried', async () => {
    let calls = 0;
    const credential = {
      getToken: async () => {
        calls++;
        throw new Error('no identity here');
      },
    };
    const store = TableStore.connect('https://contoso.table.core.windows.net', credential);
    const error = await new EmployeeRepository(store)
      .get({ department: 'Sales', id: 1 })
      .catch((e: unknown) => e as Error);
    expect(error).toMatchObject({ code: 'AUTHENTICATION_FAILED' });
    expect((error as Error).cause).toMatchObject({ message: 'no identity here' });
    expect(calls).toBe(1);
  });
});

describe('what cannot work', () => {
  it.each(['', '   ', 'nonsense', 'AccountName=x', 'DefaultEndpointsProtocol=https;AccountKey=c2VjcmV0'])(
    'refuses the connection string %j without repeating it',
    (connectionString) => {
      expect(() => TableStore.fromConnectionString(connectionString)).toThrow(OptionsError);
      expect(() => TableStore.fromConnectionString(connectionString)).not.toThrow(/c2VjcmV0|nonsense/);
    },
  );

  it('refuses plain http to another host, unless asked', () => {
    const credential = new AzureNamedKeyCredential('contoso', 'c2VjcmV0');
    expect(() => TableStore.connect('http://contoso.example', credential)).toThrow(/not encrypted/);
    const options = { allowInsecureConnection: true };
    expect(TableStore.connect('http://contoso.example', credential, options).url).toBe(
      'http://contoso.example',
    );
  });

  it('recognises Cosmos DB by its host', () => {
    const credential = new AzureNamedKeyCredential('contoso', 'c2VjcmV0');
    const cosmos = TableStore.connect('https://contoso.table.cosmos.azure.com:443', credential);
    expect(cosmos.limits.profile).toBe('cosmos');
    expect(TableStore.connect('https://contoso.table.core.windows.net', credential).limits.profile).toBe(
      'storage',
    );
  });
});
