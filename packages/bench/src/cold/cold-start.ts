import type { EmployeeData } from '../domain/employee-data.js';

/** What a child process tells of its start. */
export interface ColdStart {
  readonly cpuMilliseconds: number;
  readonly email: string | undefined;
}

/** Measures everything from the first import to the first employee, and prints it. */
export async function coldStart(
  firstGet: (connectionString: string) => Promise<EmployeeData | undefined>,
): Promise<void> {
  const before = process.cpuUsage();
  const employee = await firstGet(process.argv[2]!);
  const { user, system } = process.cpuUsage(before);
  const told: ColdStart = { cpuMilliseconds: (user + system) / 1_000, email: employee?.email };
  process.stdout.write(JSON.stringify(told));
}
