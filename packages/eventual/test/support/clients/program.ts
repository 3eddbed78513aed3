import { type Base, openBase, type ProgramContext, type ProgramOptions } from '../simulated/program.js';
import { Clients } from './clients.js';

/** What one program of a simulation holds. */
export interface ClientProgram extends Base {
  readonly clients: Clients;
}

export function openClients(
  storage: { readonly connectionString: string },
  context: ProgramContext,
  options: ProgramOptions = {},
): ClientProgram {
  const { store, outbox } = openBase(storage, context, options);
  return { store, outbox, clients: new Clients(store, { outbox }) };
}
