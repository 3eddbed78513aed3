import { type EntityCodec, type RawRow, type Row, TableStore } from '@tablewright/core';
import type { Employee } from '../domain/employee.js';
import { EmployeeRepository } from '../domain/employee-repository.js';
import type { StoredEmployee } from '../domain/stored-row.js';

/** The codec that a repository uses, alone: nothing is sent. */
const { codec }: { readonly codec: EntityCodec<Employee> } = new EmployeeRepository(
  TableStore.fromConnectionString('UseDevelopmentStorage=true'),
).context;

export function decodeByTablewright(rows: readonly StoredEmployee[]): Employee[] {
  return rows.map((row) =>
    codec.decode(row as unknown as RawRow, { partitionKey: row.PartitionKey, rowKey: row.RowKey }),
  );
}

export function encodeByTablewright(staff: readonly Employee[]): Row[] {
  return staff.map((employee) => codec.encode(employee));
}
