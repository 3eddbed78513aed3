import { Employee } from '../domain/employee.js';
import { idOf, rowKeyOf } from '../domain/keys.js';
import type { StoredEmployee } from '../domain/stored-row.js';
import { type BareReply, bareRequests } from './bare-requests.js';
import type { TableContenderOf } from './table-contender.js';

const JSON_BODY = { 'Content-Type': 'application/json', Prefer: 'return-no-content' };
const CRLF = '\r\n';
const BOUNDARIES = { batch: 'batch_of_bare_http', changeset: 'changeset_of_bare_http' };
const ETAG = /^ETag: (.*?)\r?$/gm;

/**
 * The limit: nothing but HTTP, a signature with a cached key, JSON.parse and a mapping by hand. No checks, no
 * retries, no errors worth the name: nobody should write this, and nobody can be faster.
 */
export const bareHttp: TableContenderOf = (connectionString, table) => {
  const { base, send } = bareRequests(connectionString);
  return {
    name: 'bare HTTP',
    async get(department, id) {
      const reply = await send('GET', rowPath(table, department, rowKeyOf(id)));
      return reply.status === 404 ? undefined : toEmployee(JSON.parse(ok(reply).text) as StoredEmployee);
    },
    async insert(employee) {
      return ok(await send('POST', table, rowJson(employee), JSON_BODY)).headers.etag;
    },
    async upsertAll(staff) {
      const { batch, changeset } = BOUNDARIES;
      let body = `--${batch}${CRLF}Content-Type: multipart/mixed; boundary=${changeset}${CRLF}${CRLF}`;
      for (const employee of staff) {
        const path = rowPath(table, employee.department, rowKeyOf(employee.id));
        body += `--${changeset}${CRLF}Content-Type: application/http${CRLF}Content-Transfer-Encoding: binary${CRLF}${CRLF}PATCH ${base}/${path} HTTP/1.1${CRLF}Content-Type: application/json${CRLF}DataServiceVersion: 3.0${CRLF}${CRLF}${rowJson(employee)}${CRLF}`;
      }
      body += `--${changeset}--${CRLF}--${batch}--${CRLF}`;
      const headers = { 'Content-Type': `multipart/mixed; boundary=${batch}` };
      const { text } = ok(await send('POST', '$batch', body, headers));
      return [...text.matchAll(ETAG)].map(([, etag]) => etag);
    },
    async scan(department, visit) {
      const filter = `$filter=${encodeURIComponent(`PartitionKey eq '${department}'`)}`;
      for (let query: string | undefined = filter; query !== undefined; ) {
        const reply = ok(await send('GET', `${table}()?${query}`));
        const { value } = JSON.parse(reply.text) as { readonly value: readonly StoredEmployee[] };
        for (const row of value) visit(toEmployee(row));
        const next = reply.headers['x-ms-continuation-nextpartitionkey'];
        const nextRow = String(reply.headers['x-ms-continuation-nextrowkey']);
        query =
          next === undefined
            ? undefined
            : `${filter}&NextPartitionKey=${encodeURIComponent(String(next))}&NextRowKey=${encodeURIComponent(nextRow)}`;
      }
    },
  };
};

function ok(reply: BareReply): BareReply {
  if (reply.status >= 300) throw new Error(`${reply.status}: ${reply.text}`);
  return reply;
}

function rowPath(table: string, partitionKey: string, rowKey: string): string {
  return `${table}(PartitionKey='${encodeURIComponent(partitionKey)}',RowKey='${encodeURIComponent(rowKey)}')`;
}

function rowJson(employee: Employee): string {
  return JSON.stringify({
    PartitionKey: employee.department,
    RowKey: rowKeyOf(employee.id),
    email: employee.email,
    firstName: employee.firstName,
    lastName: employee.lastName,
    age: employee.age,
    active: employee.active,
    rating: employee.rating,
    'rating@odata.type': 'Edm.Double',
    hired: employee.hired,
    'hired@odata.type': 'Edm.DateTime',
    salary: employee.salary.toString(),
    'salary@odata.type': 'Edm.Int64',
    badge: employee.badge,
    'badge@odata.type': 'Edm.Guid',
  });
}

function toEmployee(row: StoredEmployee): Employee {
  const employee = new Employee();
  employee.department = row.PartitionKey;
  employee.id = idOf(row.RowKey);
  employee.email = row.email;
  employee.firstName = row.firstName;
  employee.lastName = row.lastName;
  employee.age = row.age;
  employee.active = row.active;
  employee.rating = row.rating;
  employee.hired = new Date(row.hired);
  employee.salary = BigInt(row.salary);
  employee.badge = row.badge;
  return employee;
}
