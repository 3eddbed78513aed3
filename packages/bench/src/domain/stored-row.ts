import type { EmployeeData } from './employee-data.js';
import { rowKeyOf } from './keys.js';

export type Cell = string | number | boolean;

/** An employee's row as `JSON.parse` leaves it when the reply has no metadata. */
export interface StoredEmployee {
  readonly PartitionKey: string;
  readonly RowKey: string;
  readonly Timestamp: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly age: number;
  readonly active: boolean;
  readonly rating: number;
  readonly hired: string;
  readonly salary: string;
  readonly badge: string;
}

/** All rows were written at the same moment: ETags are then the same in every process. */
export const TIMESTAMP = '2024-05-06T07:08:09.1234567Z';

export function storedRow(person: EmployeeData): StoredEmployee {
  return {
    PartitionKey: person.department,
    RowKey: rowKeyOf(person.id),
    Timestamp: TIMESTAMP,
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    age: person.age,
    active: person.active,
    rating: person.rating,
    hired: person.hired.toISOString(),
    salary: person.salary.toString(),
    badge: person.badge,
  };
}

/** The ETag that the service makes of a Timestamp. */
export function etagOfTimestamp(timestamp: string): string {
  return `W/"datetime'${encodeURIComponent(timestamp)}'"`;
}
