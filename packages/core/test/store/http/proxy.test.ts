import { AzureNamedKeyCredential } from '@azure/data-tables';
import { TableStore } from '@tablewright/core';
import { afterAll, expect, it, vi } from 'vitest';
import { EmployeeRepository } from '../../support/employee.js';
import { useServers } from './server.js';

const serve = useServers();
afterAll(() => vi.unstubAllEnvs());

it('a proxy of the environment is used', async () => {
  const asked: unknown[] = [];
  const proxy = await serve((request, response) => {
    asked.push(request.url);
    response.writeHead(404, { 'x-ms-error-code': 'ResourceNotFound' }).end();
  });
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])
    vi.stubEnv(name, proxy.url);
  for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, '');
  const credential = new AzureNamedKeyCredential('contoso', 'c2VjcmV0');
  const options = { allowInsecureConnection: true };
  const store = TableStore.connect('http://tables.invalid', credential, options);
  const employees = new EmployeeRepository(store);
  expect(await employees.get({ department: 'Sales', id: 1 })).toBeUndefined();
  expect(asked).toEqual(["http://tables.invalid/Employees(PartitionKey='Sales',RowKey='empid_000001')"]);
});
