import type { OutboxWorker, WorkerOptions } from '@tablewright/eventual';
import {
  type Base,
  impatientWorker,
  openBase,
  type ProgramContext,
  type ProgramOptions,
} from './simulated/program.js';
import { Employees, OlderEmployees } from './staff.js';

/** What one program of a simulation holds: nothing of it is shared with others. */
export interface Program extends Base {
  readonly employees: Employees;
}

export function openProgram(
  storage: { readonly connectionString: string; readonly staff?: string },
  context: ProgramContext,
  options: ProgramOptions = {},
): Program {
  const { store, outbox } = openBase(storage, context, options);
  const { staff: table = 'Staff' } = storage;
  return { store, outbox, employees: new Employees(store, { outbox, table }) };
}

/** `older`: a worker that knows another derivation by the name of the one that the writers have. */
export function workerOf(
  { store, outbox, employees }: Program,
  options: Partial<WorkerOptions> = {},
  older = false,
): OutboxWorker {
  const repositories = [older ? new OlderEmployees(store, { outbox }) : employees];
  return impatientWorker(outbox, { repositories, ...options });
}
