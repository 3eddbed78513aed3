import { expect, it, vi } from 'vitest';

it('the very first keys of a program are checked as well', async () => {
  for (const key of [undefined, null, 7, '', {}] as never[]) {
    vi.resetModules();
    const { checkKeys, limitsOf } = await import('../../src/limits/index.js');
    expect(() => checkKeys(key, 'a', limitsOf('storage'), 'Employee')).toThrow(/PartitionKey/);
    expect(() => checkKeys('a', key === '' ? undefined! : key, limitsOf('storage'), 'Employee')).toThrow(
      /RowKey/,
    );
  }
});
