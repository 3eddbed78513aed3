import {
  createHttpHeaders,
  createPipelineRequest,
  type PipelinePolicy,
  type PipelineRequest,
} from '@azure/core-rest-pipeline';
import { AzureNamedKeyCredential, TableServiceClient } from '@azure/data-tables';
import { TableStore } from '@tablewright/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyOfConnectionString } from '../../../src/store/known-key.js';
import { SHARED_KEY_POLICY, sharedKeyPolicy } from '../../../src/store/pipeline/shared-key-policy.js';
import { EmployeeRepository } from '../../support/employee.js';
import { useStorage } from '../../support/storage.js';

const storage = useStorage();
const ORIGIN = 'https://contoso.table.core.windows.net';

/** The SDK's policy for the same credential. */
function theirPolicy(credential: AzureNamedKeyCredential): PipelinePolicy {
  const { pipeline } = new TableServiceClient(ORIGIN, credential);
  return pipeline.getOrderedPolicies().find(({ name }) => name === SHARED_KEY_POLICY)!;
}

async function signed(policy: PipelinePolicy, url: string, headers = {}): Promise<PipelineRequest> {
  const request = createPipelineRequest({ url, headers: createHttpHeaders(headers) });
  await policy.sendRequest(request, async (request) => ({
    request,
    status: 200,
    headers: createHttpHeaders(),
  }));
  return request;
}

const DATE = { 'x-ms-date': 'Sun, 06 Nov 1994 08:49:37 GMT' };
const base64 = fc
  .uint8Array({ minLength: 1, maxLength: 64 })
  .map((bytes) => Buffer.from(bytes).toString('base64'));
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string().map(encodeURIComponent));
const path = fc.array(
  fc.oneof(text, fc.constantFrom('.', '..', '$batch', "Staff(PartitionKey='a',RowKey='b')")),
);
const parameter = fc.tuple(
  fc.oneof(fc.constantFrom('comp', 'c%6fmp', 'COMP', '$filter', 'xcomp', ''), text),
  text,
);
const query = fc.array(
  parameter.map(([name, value]) => `${name}=${value}`),
  { maxLength: 3 },
);

describe('signing with a key that is kept', () => {
  it('gives the SDK’s signatures, whatever the key, the path and the query', async () => {
    await fc.assert(
      fc.asyncProperty(
        base64,
        path,
        query,
        fc.constantFrom('?', '?comp&', ''),
        async (key, segments, pairs, mark) => {
          const credential = new AzureNamedKeyCredential('contoso', key);
          const url = `${ORIGIN}/${segments.join('/')}${mark}${pairs.join('&')}`;
          fc.pre(URL.canParse(url));
          const theirs = await signed(theirPolicy(credential), url, DATE);
          const ours = sharedKeyPolicy(credential);
          for (let times = 0; times < 2; times++) {
            const mine = await signed(ours, url, DATE);
            expect(mine.headers.get('authorization')).toBe(theirs.headers.get('authorization'));
            expect(mine.headers.get('x-ms-date')).toBe(DATE['x-ms-date']);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('dates a request that has no date', async () => {
    const credential = new AzureNamedKeyCredential('contoso', 'c2VjcmV0');
    const { headers } = await signed(sharedKeyPolicy(credential), `${ORIGIN}/Staff`);
    const date = headers.get('x-ms-date')!;
    expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(60_000);
    const theirs = await signed(theirPolicy(credential), `${ORIGIN}/Staff`, { 'x-ms-date': date });
    expect(headers.get('authorization')).toBe(theirs.headers.get('authorization'));
  });

  it('follows a credential that gets another key', async () => {
    const { account, key, urls, http } = storage.emulator;
    const credential = new AzureNamedKeyCredential(account, 'c2VjcmV0');
    const store = TableStore.connect(urls.table, credential, { httpClient: http });
    const employees = new EmployeeRepository(store, { table: 'Nothing' });
    const read = () => employees.get({ department: 'Sales', id: 1 });
    await expect(read()).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
    credential.update(account, key);
    expect(await read()).toBeUndefined();
    credential.update(account, 'c2VjcmV0');
    await expect(read()).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
  });

  it.each([
    'accountName=NAME;AccountKey=KEY',
    ' AccountKey=KEY; AccountName=NAME',
    'AccountName=NAME;;AccountKey=KEY;',
  ])('reads the key of a connection string as the SDK does: %s', async (given) => {
    const { account, key, urls } = storage.emulator;
    const named = given.replace('NAME', account).replace('KEY', key);
    const text = `DefaultEndpointsProtocol=http;TableEndpoint=${urls.table};${named}`;
    const employees = new EmployeeRepository(TableStore.fromConnectionString(text), { table: 'Nothing' });
    expect(await employees.get({ department: 'Sales', id: 1 })).toBeUndefined();
  });

  it('knows no key where the SDK would use another account or none', () => {
    const named = 'DefaultEndpointsProtocol=https;AccountName=contoso;AccountKey=c2VjcmV0';
    expect(keyOfConnectionString(named)).toMatchObject({ name: 'contoso', key: 'c2VjcmV0' });
    expect(keyOfConnectionString(`${named};useDevelopmentStorage=TRUE`)).toBeUndefined();
    expect(keyOfConnectionString(named.replace('AccountName=', 'AccountName ='))).toBeUndefined();
  });
});
