import type { TableContender } from '../contenders/table-contender.js';
import type { Employee } from '../domain/employee.js';
import { DEPARTMENT } from '../domain/staff.js';

/** Reads a department into an array, as most callers would. */
export async function collect(
  { scan }: Pick<TableContender, 'scan'>,
  department = DEPARTMENT,
): Promise<readonly Employee[]> {
  const found: Employee[] = [];
  await scan(department, (employee) => found.push(employee));
  return found;
}
