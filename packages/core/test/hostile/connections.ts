import { AzureNamedKeyCredential, AzureSASCredential } from '@azure/data-tables';
import { OptionsError, TableStore } from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { leakOf } from './support/attempt.js';

const ACCOUNT_KEY = Buffer.from('the key of the account').toString('base64');
const SIGNATURE = 'c2lnbmF0dXJlK3NpZ25hdHVyZQ==';

describe('an endpoint without encryption', () => {
  it.each([
    'http://example.com',
    'http://account.table.core.windows.net',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://localhost@example.com',
    'http://0.0.0.0:10002',
    'http://192.168.0.1',
    'http://[fe80::1]',
    'HTTP://EXAMPLE.COM',
  ])('is refused when the store is made, unless it is this machine: %s', (url) => {
    const sas = `sv=2019-02-02&sp=r&sig=${encodeURIComponent(SIGNATURE)}`;
    for (const make of [
      () => TableStore.connect(`${url}/?${sas}`),
      () => TableStore.connect(url, new AzureSASCredential(sas)),
      () => TableStore.connect(url, new AzureNamedKeyCredential('account', ACCOUNT_KEY)),
      () => TableStore.fromConnectionString(`TableEndpoint=${url};SharedAccessSignature=${sas}`),
    ]) {
      let error: unknown;
      try {
        make();
      } catch (reason) {
        error = reason;
      }
      expect(error).toBeInstanceOf(OptionsError);
      expect(leakOf(error, [ACCOUNT_KEY, SIGNATURE, encodeURIComponent(SIGNATURE)])).toBeUndefined();
    }
  });

  it.each(['http://127.0.0.1:1', 'http://localhost:1', 'http://[::1]:1', 'https://example.com'])(
    'is no matter for %s',
    (url) => {
      expect(() =>
        TableStore.connect(url, new AzureNamedKeyCredential('account', ACCOUNT_KEY)),
      ).not.toThrow();
    },
  );
});

describe('a connection that cannot be understood', () => {
  const SECRET = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ=';
  it.each<[unknown]>([
    [`AccountName=a;AccountKey=${SECRET}`],
    [`AccountKey=${SECRET}`],
    [`DefaultEndpointsProtocol=ftp;AccountName=;AccountKey=${SECRET}`],
    [`TableEndpoint=not a url;SharedAccessSignature=sig=${SECRET}`],
    [SECRET],
    [''],
    [undefined],
    [null],
    [5],
    [{}],
    [Symbol('x')],
  ])('is an OptionsError that does not show it: %s', (text) => {
    let error: unknown;
    try {
      const store = TableStore.fromConnectionString(text as string);
      // What the SDK takes for a connection string may stand, as long as it is encrypted.
      expect(store.url).toMatch(/^https:/);
      return;
    } catch (reason) {
      error = reason;
    }
    expect(error).toBeInstanceOf(OptionsError);
    expect(leakOf(error, [SECRET])).toBeUndefined();
  });

  it.each<[unknown]>([['not a url'], [''], ['/relative'], [undefined], [null], [5], [{}]])(
    'is an OptionsError: the URL %s',
    (url) => {
      expect(() =>
        TableStore.connect(url as string, new AzureNamedKeyCredential('account', ACCOUNT_KEY)),
      ).toThrow(OptionsError);
      expect(() => TableStore.connect(url as string)).toThrow(OptionsError);
    },
  );
});
