import type { Employee } from '../domain/employee.js';

/** One way to keep employees in a table. All ways take and give the same. */
export interface TableContender {
  readonly name: string;
  get(department: string, id: number): Promise<Employee | undefined>;
  /** The ETag of the new row. */
  insert(employee: Employee): Promise<string | undefined>;
  /** Upserts employees of one department as one transaction; the ETags of their rows. */
  upsertAll(employees: readonly Employee[]): Promise<readonly (string | undefined)[]>;
  /** Every employee of a department, one after the other. */
  scan(department: string, visit: (employee: Employee) => void): Promise<void>;
}

/** Makes a contender for a table. */
export type TableContenderOf = (connectionString: string, table: string) => TableContender;
