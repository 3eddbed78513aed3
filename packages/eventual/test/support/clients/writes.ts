import { transaction } from '@tablewright/core';
import type { Random } from '@tablewright/testing/simulation';
import type { Clients } from './clients.js';
import { CITIES, region, someClient, someEmail, someTags } from './values.js';

/** What a program does to a client. */
export type Write = (clients: Clients, chances: Random, id: number) => Promise<unknown>;

/** Of one client, by whoever comes. */
export const WRITES = {
  insert: (clients, chances, id) => clients.insert(someClient(chances, id)),
  delete: (clients, _, id) => clients.delete({ region, id }, { force: true }),
  move: (clients, chances, id) => clients.update({ region, id }, { city: chances.pick(CITIES) }),
  retag: (clients, chances, id) =>
    clients.update({ region, id }, { tags: someTags(chances), active: chances.chance(0.5) }),
  replace: (clients, chances, id) => clients.upsert(someClient(chances, id), { mode: 'replace' }),
  merge: (clients, chances, id) => clients.upsert(someClient(chances, id), { mode: 'merge' }),
  async loaded(clients, chances, id) {
    const one = await clients.get({ region, id });
    if (!one) return;
    one.city = chances.pick(CITIES);
    await clients.update(one);
    one.email = someEmail(chances);
    delete one.city;
    await clients.replace(one);
    await clients.delete(one);
  },
} satisfies Readonly<Record<string, Write>>;

/** Of two clients at once. */
export const TOGETHER = {
  transaction: (clients, chances) =>
    transaction()
      .upsert(clients, someClient(chances, 1))
      .delete(clients, { region, id: 2 }, { force: true })
      .commit(),
  /** Where the second one is there already. */
  failing: (clients, chances) =>
    transaction()
      .upsert(clients, someClient(chances, 1), { mode: 'replace' })
      .insert(clients, someClient(chances, 2))
      .commit(),
  bulk: (clients, chances) =>
    clients.bulk([
      { upsert: someClient(chances, 1) },
      { delete: { region, id: 2 }, force: true },
      { upsert: someClient(chances, 1), mode: 'replace' },
      { insert: someClient(chances, 2) },
    ]),
} satisfies Readonly<Record<string, Write>>;

/** By which all programs call their writes: each of them takes place once, whoever comes first. */
const named = (chances: Random) => ({ idempotencyKey: chances.pick(['one', 'two']) });

export const NAMED = {
  insert: (clients, chances, id) => clients.insert(someClient(chances, id), named(chances)),
  move: (clients, chances, id) =>
    clients.update({ region, id }, { city: chances.pick(CITIES) }, named(chances)),
  delete: (clients, chances, id) => clients.delete({ region, id }, { force: true, ...named(chances) }),
} satisfies Readonly<Record<string, Write>>;
