import { rebuild, repair } from '@tablewright/core';
import type { ReferenceStorage } from '@tablewright/testing';
import { repeating } from '../simulated/repeating.js';
import type { Company } from './client-scenario.js';
import { type Clients, INDEXES } from './clients.js';
import { openClients } from './program.js';

/** Somebody repairs or rebuilds again and again; once a repair left nothing open, nothing is wrong any more. */
export function mending(storage: ReferenceStorage): Company {
  let damaged = true;
  const repairAll = async (clients: Clients) => {
    const { clean } = await repair(clients);
    if (clean) damaged = false;
  };
  return {
    damaged: () => damaged,
    async finish(context) {
      if (damaged) await repairAll(openClients(storage, context).clients);
      if (damaged) throw new Error('repair() left something open, though nobody else was there');
    },
    actors: [
      repeating({
        role: 'mender',
        pause: [10, 20_000],
        // One that died is started anew, and rebuilds while the requests of its former one are under way.
        mayFail: ['MAINTENANCE_TAKEN_OVER'],
        begin(context) {
          const { chances } = context;
          const { clients } = openClients(storage, context);
          return () =>
            chances.chance(0.5)
              ? repairAll(clients)
              : rebuild(clients, chances.pick(INDEXES), { restart: chances.chance(0.5) });
        },
      }),
    ],
  };
}
