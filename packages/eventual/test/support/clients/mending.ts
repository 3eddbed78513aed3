import { rebuild, repair } from '@tablewright/core';
import type { ReferenceStorage } from '@tablewright/testing';
import { repeating } from '../simulated/repeating.js';
import type { Company } from './client-scenario.js';
import { type Clients, INDEXES } from './clients.js';
import { openClients } from './program.js';

/**
 * Somebody repairs or rebuilds again and again; once a repair left nothing open, all that the library wrote is right. A
 * stray where a client is to have a copy is left to the writer of that client. If he is overtaken, it stays until the
 * next repair.
 */
export function mending(storage: ReferenceStorage): Company {
  let damaged = true;
  const repairAll = async (clients: Clients) => {
    const { clean } = await repair(clients);
    if (clean) damaged = false;
    return clean;
  };
  return {
    strays: true,
    damaged: () => damaged,
    async finish(context) {
      const clean = await repairAll(openClients(storage, context).clients);
      if (!clean) throw new Error('repair() left something open, though nobody else was there');
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
