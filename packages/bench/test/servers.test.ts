import { afterAll, describe, expect, it } from 'vitest';
import { bareHttp } from '../src/contenders/bare-http.js';
import { employeeOf } from '../src/domain/employees.js';
import { Servers } from '../src/server/servers.js';

describe('servers run in processes of their own', () => {
  const servers = new Servers();
  afterAll(() => servers.stop());

  it.each(['stub', 'slowStub'] as const)('%s: answers, and tells what was written', async (name) => {
    const { get, insert } = bareHttp(await servers.connectionString(name), 'Employees');
    expect(await get('Sales', 3)).toEqual(employeeOf(3));
    await insert(employeeOf(5));
    expect(await servers.lastWrites(name)).toMatchObject([{ kind: 'insert', rowKey: 'empid_000005' }]);
  });

  it('starts each of them once', async () => {
    expect(await servers.connectionString('stub')).toBe(await servers.connectionString('stub'));
    expect(await servers.connectionString('stub')).not.toBe(await servers.connectionString('slowStub'));
  });

  it('stops them', async () => {
    const { get } = bareHttp(await servers.connectionString('stub'), 'Employees');
    await servers.stop();
    await expect(get('Sales', 3)).rejects.toThrow();
  });
});
