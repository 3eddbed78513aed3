import type { ServerResponse } from 'node:http';
import { AzureNamedKeyCredential } from '@azure/data-tables';
import { TableStore } from '@tablewright/core';
import { expect, it } from 'vitest';
import { useServers } from '../store/http/server.js';
import { EmployeeRepository } from '../support/employee.js';

const serve = useServers();
const credential = new AzureNamedKeyCredential('contoso', 'c2VjcmV0');

function row(id: number): object {
  const RowKey = `empid_${String(id).padStart(6, '0')}`;
  return { PartitionKey: 'Sales', RowKey, Timestamp: '2024-05-06T07:08:09.1234567Z' };
}

/** A page from one row up to another, and where the service would go on. */
function page(response: ServerResponse, from: number, to: number, next: number | undefined): string {
  if (next !== undefined) {
    response.setHeader('x-ms-continuation-NextPartitionKey', 'Sales');
    response.setHeader('x-ms-continuation-NextRowKey', String(next));
  }
  response.setHeader('Content-Type', 'application/json');
  return JSON.stringify({ value: Array.from({ length: to - from }, (_, at) => row(from + at)) });
}

function employeesOf(url: string): EmployeeRepository {
  const store = TableStore.connect(`${url}/contoso`, credential, { retry: { baseDelay: 1, maxDelay: 5 } });
  return new EmployeeRepository(store, { table: 'Employees' });
}

async function idsOf(employees: EmployeeRepository): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of employees.query({ department: 'Sales' }).scan('partition').readonly())
    ids.push(id);
  return ids;
}

const upTo = (count: number) => Array.from({ length: count }, (_, id) => id);

it('the next page is asked for while the body of this one is still on its way', async () => {
  let release: (() => void) | undefined;
  const { url } = await serve(({ url: path }, response) => {
    if (path!.includes('NextRowKey=4')) {
      response.end(page(response, 4, 6, undefined));
      // Only now does the first page arrive.
      release?.();
      return;
    }
    const body = page(response, 0, 4, 4);
    response.write(body.slice(0, 20));
    release = () => response.end(body.slice(20));
  });
  expect(await idsOf(employeesOf(url))).toEqual(upTo(6));
});

it('a page that breaks off and then ends elsewhere is followed from there', async () => {
  const asked: string[] = [];
  const { url } = await serve(({ url: path }, response) => {
    const from = Number(/NextRowKey=(\d+)/.exec(path!)?.[1] ?? 0);
    asked.push(String(from));
    if (from === 0 && asked.length === 1) {
      const body = page(response, 0, 6, 6);
      response.write(body.slice(0, 30));
      setTimeout(() => response.destroy(), 20);
    } else if (from === 0) response.end(page(response, 0, 3, 3));
    else if (from === 3) response.end(page(response, 3, 6, 6));
    else response.end(page(response, 6, 8, undefined));
  });
  expect(await idsOf(employeesOf(url))).toEqual(upTo(8));
  expect(asked.filter((from) => from === '0')).toHaveLength(2);
  // It was asked for too early, and then again in its turn.
  expect(asked.filter((from) => from === '6')).toHaveLength(2);
});
