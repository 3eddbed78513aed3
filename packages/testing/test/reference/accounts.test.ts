import { TableClient } from '@azure/data-tables';
import { referenceStorage } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../targets.js';

describe('two reference storages', () => {
  const [one, other] = [referenceStorage(), referenceStorage()];

  it('are two accounts', () => {
    expect(one.account).toMatch(/^reference\d+$/);
    expect(one.account).not.toBe(other.account);
    for (const service of ['table', 'queue', 'blob'] as const) {
      expect(one.urls[service]).toMatch(new RegExp(`/${one.account}$`));
      expect(one.urls[service]).not.toBe(other.urls[service]);
      expect(one.connectionString).toContain(one.urls[service]);
    }
    expect(one.table('Employees').url).not.toBe(other.table('Employees').url);
  });

  it('do not answer for each other', async () => {
    const options = {
      allowInsecureConnection: true,
      httpClient: other.service,
      retryOptions: { maxRetries: 0 },
    };
    const table = TableClient.fromConnectionString(one.connectionString, 'Employees', options);
    expect(await failureOf(table.createTable())).toMatchObject({ code: 'ECONNREFUSED' });
  });
});
