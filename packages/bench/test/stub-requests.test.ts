import { describe, expect, it } from 'vitest';
import { type Reply, signedRequest } from './support/signed-request.js';
import { useStub } from './support/use-stub.js';

const PREFER = { Prefer: 'return-no-content' };
const ACCOUNT_URL = 'http://127.0.0.1/benchaccount';

function part(body: string, row = 'empid_000001', partition = 'Sales'): string {
  const url = `${ACCOUNT_URL}/Employees(PartitionKey='${partition}',RowKey='${row}')`;
  return `--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nPATCH ${url} HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${body}\r\n`;
}

function batch(...parts: readonly string[]): string {
  return `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${parts.join('')}--c--\r\n--b--\r\n`;
}

describe('the stub checks what it is sent', () => {
  const stub = useStub();
  const send = (body: string, type = 'multipart/mixed; boundary=b'): Promise<Reply> =>
    signedRequest(stub(), '$batch', { method: 'POST', body, headers: { 'Content-Type': type } });
  const insert = (body: string): Promise<Reply> =>
    signedRequest(stub(), 'Employees', { method: 'POST', body, headers: PREFER });

  it('takes an insert, and says what it was', async () => {
    const reply = await insert(
      '{"PartitionKey":"Sales","RowKey":"1","age":3,"pay":"5","pay@odata.type":"Edm.Int64"}',
    );
    expect(reply.status).toBe(204);
    expect(reply.headers.get('etag')).toMatch(/^W\/"datetime'/);
    expect(stub().lastWrites()).toEqual([
      {
        kind: 'insert',
        table: 'Employees',
        partitionKey: 'Sales',
        rowKey: '1',
        columns: { age: { type: 'Edm.Int32', value: 3 }, pay: { type: 'Edm.Int64', value: '5' } },
      },
    ]);
  });

  it.each([
    ['half of JSON', '{"PartitionKey":"Sales","RowKey":'],
    ['nothing', ''],
    ['an array', '[]'],
    ['null', 'null'],
    ['a row without keys', '{"age":3}'],
    ['a nested object', '{"PartitionKey":"Sales","RowKey":"1","address":{}}'],
    ['a type that does not exist', '{"PartitionKey":"Sales","RowKey":"1","a":1,"a@odata.type":"Edm.Int128"}'],
  ])('refuses to insert %s', async (_, body) => {
    expect((await insert(body)).status).toBe(400);
  });

  it('refuses a body that does not say that it is JSON, and a reply with content', async () => {
    const body = '{"PartitionKey":"Sales","RowKey":"1"}';
    const headers = { ...PREFER, 'Content-Type': 'text/plain' };
    expect((await signedRequest(stub(), 'Employees', { method: 'POST', body, headers })).status).toBe(400);
    expect((await signedRequest(stub(), 'Employees', { method: 'POST', body })).status).toBe(501);
  });

  it('takes a transaction, and answers each of its parts', async () => {
    const { status, text } = await send(batch(part('{"age":1}'), part('{"age":2}', 'it%27%27s')));
    expect(status).toBe(202);
    expect(text.match(/HTTP\/1\.1 204/g)).toHaveLength(2);
    expect(
      stub()
        .lastWrites()
        .map(({ rowKey }) => rowKey),
    ).toEqual(['empid_000001', "it's"]);
  });

  it.each([
    ['without a boundary in its type', batch(part('{}')), 'multipart/mixed'],
    ['of another boundary', batch(part('{}')), 'multipart/mixed; boundary=other'],
    ['that is not closed', batch(part('{}')).replace('--b--\r\n', ''), undefined],
    ['whose change set is not closed', batch(part('{}')).replace('--c--\r\n', ''), undefined],
    ['with a part that is no HTTP', batch(part('{}').replace('application/http', 'text/plain')), undefined],
    ['with a part without a request line', batch(part('{}').replace(' HTTP/1.1', '')), undefined],
    ['with a relative address', batch(part('{}').replace(ACCOUNT_URL, '')), undefined],
    ['with bad JSON in a part', batch(part('{}'), part('{"age":', 'empid_000002')), undefined],
    ['with one row twice', batch(part('{}'), part('{}')), undefined],
    ['over two partitions', batch(part('{}'), part('{}', 'empid_000002', 'Other')), undefined],
    ['of nothing', batch(), undefined],
    ['of 101 parts', batch(...Array.from({ length: 101 }, (_, row) => part('{}', `r${row}`))), undefined],
  ])('refuses a transaction %s', async (_, body, type) => {
    expect((await send(body, type)).status).toBe(400);
  });

  it('hands out pages that follow each other, and ends', async () => {
    const first = await signedRequest(stub(), 'Pages2()');
    const token = first.headers.get('x-ms-continuation-nextrowkey');
    expect(token).toBe('empid_001000');
    const last = await signedRequest(stub(), `Pages2()?NextPartitionKey=Sales&NextRowKey=${token}`);
    expect(last.headers.get('x-ms-continuation-nextrowkey')).toBeNull();
    const rowKeys = [first, last].flatMap(({ text }) =>
      (JSON.parse(text) as { value: { RowKey: string }[] }).value.map(({ RowKey }) => RowKey),
    );
    expect(new Set(rowKeys).size).toBe(2_000);
  });

  it.each([
    ['a continuation that it did not give', 'Pages2()?NextRowKey=empid_000001', 400],
    ['a page size, which it does not heed', 'Pages2()?$top=5', 501],
    ['a row that does not exist', "Employees(PartitionKey='Sales',RowKey='other')", 404],
  ])('refuses %s', async (_, path, status) => {
    expect((await signedRequest(stub(), path)).status).toBe(status);
  });

  it('refuses to guess how much metadata is wanted', async () => {
    const headers = { Accept: 'text/html' };
    expect((await signedRequest(stub(), 'Pages1()', { headers })).status).toBe(415);
  });
});
