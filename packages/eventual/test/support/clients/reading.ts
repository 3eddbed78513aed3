import type { ReferenceStorage } from '@tablewright/testing';
import type { Actor } from '@tablewright/testing/simulation';
import { repeating } from '../simulated/repeating.js';
import type { Client } from './clients.js';
import type { History } from './history.js';
import { openClients } from './program.js';
import { CITIES, region, someEmail, TAGS } from './values.js';

/**
 * A5: whatever `entities()` gives belongs under what was asked for, and was so while it was read. That entities are
 * missing is no mistake.
 */
export function reading(storage: ReferenceStorage, history: History): Actor {
  return repeating({
    role: 'reader',
    pause: [10, 3_000],
    begin(context) {
      const { chances } = context;
      const { clients } = openClients(storage, context);
      const check = async (
        query: { all(): Promise<readonly Client[]> },
        belongs: (client: Client) => boolean,
      ) => {
        const since = history.now;
        for (const client of await query.all()) {
          if (!belongs(client)) throw new Error(`A5: found without reason: ${JSON.stringify(client)}`);
          if (!history.had(client, since)) throw new Error(`A5: never was so: ${JSON.stringify(client)}`);
        }
      };
      return async () => {
        const [email, city, tags] = [someEmail(chances), chances.pick(CITIES), chances.pick(TAGS)];
        await check(clients.byEmail.entities({ email }), (one) => one.email === email);
        await check(clients.byCity.entities({ city }), (one) => one.city === city);
        await check(clients.byTag.entities({ region, tags }), (one) => one.tags?.includes(tags) === true);
        await check(clients.byTeam.entities({ city }), (one) => one.city === city && one.active === true);
      };
    },
  });
}
