import { createHttpHeaders } from '@azure/core-rest-pipeline';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BatchReply } from '../../../src/store/egt/batch-reply.js';

const FOREIGN = { status: 502, code: undefined, requestId: undefined };

function replyOf(text: string, status = 202) {
  return { status, headers: createHttpHeaders({ 'x-ms-request-id': 'r1' }), text };
}

interface Part {
  readonly status: number;
  readonly etag: string | undefined;
  readonly header: string;
  readonly body: string;
}

function written(parts: readonly Part[], eol: string): string {
  const text = parts.map(({ status, etag, header, body }) =>
    [
      '--changesetresponse_1',
      'Content-Type: application/http',
      'Content-Transfer-Encoding: binary',
      '',
      `HTTP/1.1 ${status} Whatever`,
      'X-Content-Type-Options: nosniff',
      ...(etag === undefined ? [] : [`${header}: ${etag}`]),
      'DataServiceVersion: 1.0;',
      '',
      body,
      '',
    ].join(eol),
  );
  const head = ['--batchresponse_1', 'Content-Type: multipart/mixed; boundary=changesetresponse_1', '', ''];
  return `${head.join(eol)}${text.join('')}--changesetresponse_1--${eol}--batchresponse_1--${eol}`;
}

const success: fc.Arbitrary<Part> = fc.record({
  status: fc.constantFrom(204, 201),
  etag: fc.option(fc.constantFrom('W/"datetime\'1\'"', 'W/"2"', '"x"'), { nil: undefined }),
  header: fc.constantFrom('ETag', 'etag', 'Etag'),
  // A row's text may look like anything.
  body: fc.constantFrom('', '{"a":1}', 'etag: W/"of a body"', 'HTTP/1.1 x'),
});
const eol = fc.constantFrom('\r\n', '\n');

describe('the reply to a transaction', () => {
  it('has the ETags in the order of the operations', () => {
    fc.assert(
      fc.property(fc.array(success, { minLength: 1, maxLength: 100 }), eol, (parts, eol) => {
        const reply = new BatchReply(parts.length);
        expect(reply.read(replyOf(written(parts, eol)))).toBeUndefined();
        expect(reply.etags).toEqual(parts.map(({ etag }) => etag));
      }),
    );
  });

  it('has the ETags of parts that differ in nothing else, whatever comes before and after them', () => {
    const run = fc.tuple(success, fc.integer({ min: 1, max: 40 }));
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 4 }), eol, (runs, eol) => {
        const parts = runs.flatMap(([part, times]) =>
          Array.from({ length: times }, (_, at) => ({ ...part, etag: part.etag && `${part.etag}${at}` })),
        );
        const reply = new BatchReply(parts.length);
        expect(reply.read(replyOf(written(parts, eol)))).toBeUndefined();
        expect(reply.etags).toEqual(parts.map(({ etag }) => etag));
        const cut = written(parts, eol).lastIndexOf('\n--changesetresponse');
        expect(new BatchReply(parts.length).read(replyOf(written(parts, eol).slice(0, cut)))).toEqual(
          FOREIGN,
        );
      }),
    );
  });

  it('leaves it open what happened unless every operation has its answer', () => {
    fc.assert(
      fc.property(fc.array(success, { maxLength: 6 }), eol, fc.nat(9), (parts, eol, operations) => {
        fc.pre(operations !== parts.length);
        expect(new BatchReply(operations).read(replyOf(written(parts, eol)))).toEqual(FOREIGN);
      }),
    );
  });

  it('leaves it open what happened when the reply is cut', () => {
    fc.assert(
      fc.property(fc.array(success, { minLength: 1, maxLength: 6 }), eol, fc.nat(), (parts, eol, at) => {
        const whole = written(parts, eol);
        const needed = whole.lastIndexOf('\n--changesetresponse') + '\n--changesetresponse'.length;
        const cut = replyOf(whole.slice(0, at % needed));
        expect(new BatchReply(parts.length).read(cut)).toEqual(FOREIGN);
      }),
    );
  });

  it('names the operation that undid it, by what the service says or by its place', () => {
    const failed = (value: string): Part => ({
      status: 409,
      etag: undefined,
      header: 'ETag',
      body: JSON.stringify({ 'odata.error': { code: 'EntityAlreadyExists', message: { value } } }),
    });
    const good: Part = { status: 204, etag: 'W/"1"', header: 'ETag', body: '' };
    const problem = { status: 409, code: 'EntityAlreadyExists', requestId: 'r1' };
    const read = (...parts: Part[]) => new BatchReply(3).read(replyOf(written(parts, '\r\n')));
    expect(read(failed('2:It exists.'))).toEqual({ ...problem, index: 2 });
    expect(read(good, failed('It exists.'), failed('0:No.'))).toEqual({ ...problem, index: 1 });
  });

  it.each([
    '',
    '<html>welcome</html>',
    'HTTP/1.1 204',
    'HTTP/1.1 204 \rlone\n\n--changesetresponse',
    '\n--changesetresponse',
  ])('takes %j for no reply of a table service', (text) => {
    expect(new BatchReply(1).read(replyOf(text))).toEqual(FOREIGN);
  });

  it('has the problem of the request as a whole', () => {
    const refused = replyOf('{"odata.error":{"code":"InvalidInput"}}', 400);
    expect(new BatchReply(1).read(refused)).toEqual({ status: 400, code: 'InvalidInput', requestId: 'r1' });
  });
});
