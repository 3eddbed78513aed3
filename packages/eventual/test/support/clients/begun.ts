import type { ReferenceStorage } from '@tablewright/testing';
import { earlier } from '../simulated/earlier.js';
import { openClients } from './program.js';
import { region } from './values.js';

const one = { region, id: 1, email: '1@x.com', city: 'Oslo', active: true, tags: ['a', 'b'] };

/** A client is there. */
export async function oneThere(storage: ReferenceStorage): Promise<void> {
  await openClients(storage, earlier(storage)).clients.insert(one);
  storage.clock.advance(1_000);
}

/** Hours ago, one client moved, and another one came and went: their guards have no rows to look after any more. */
export async function movedLongAgo(storage: ReferenceStorage): Promise<void> {
  const { clients } = openClients(storage, earlier(storage));
  await clients.insert(one);
  const other = await clients.insert({ ...one, id: 2 });
  storage.clock.advance(1_000);
  await clients.update({ region, id: 1 }, { city: 'Rome' });
  await clients.delete(other);
  storage.clock.advance(2 * 3_600_000);
}
