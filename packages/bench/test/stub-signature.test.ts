import { describe, expect, it } from 'vitest';
import { request, signedRequest } from './support/signed-request.js';
import { useStub } from './support/use-stub.js';

const ROW = "Employees(PartitionKey='Sales',RowKey='empid_000017')";
const ANOTHER_ROW = "Employees(PartitionKey='Sales',RowKey='empid_000018')";
const ACCEPT = { Accept: 'application/json;odata=nometadata' };

describe('the stub checks signatures', () => {
  const stub = useStub();

  it.each(['SharedKey', 'SharedKeyLite'] as const)('takes a valid %s', async (scheme) => {
    expect((await signedRequest(stub(), ROW, { scheme })).status).toBe(200);
  });

  it('refuses a request without a signature', async () => {
    const { status, text } = await request(stub(), ROW, { headers: ACCEPT });
    expect(status).toBe(403);
    expect(text).toContain('AuthenticationFailed');
  });

  it.each([
    ['another key', { key: Buffer.alloc(64).toString('base64') }],
    ['a signature of another row', { signedPath: ANOTHER_ROW }],
    ['a signature of long ago', { date: new Date(0).toUTCString() }],
    ['a date that is none', { date: 'yesterday' }],
    ['another account', { headers: { Authorization: `SharedKeyLite other:${'A'.repeat(43)}=` } }],
    ['another scheme', { headers: { Authorization: 'Bearer token' } }],
    ['a signature that is too short', { headers: { Authorization: 'SharedKeyLite benchaccount:AAAA' } }],
  ])('refuses %s', async (_, spoilt) => {
    expect((await signedRequest(stub(), ROW, spoilt)).status).toBe(403);
  });
});
