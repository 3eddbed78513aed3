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

/** A client of which one copy is gone; and copies of what never was, where writers may come to put theirs. */
export async function damagedThere(storage: ReferenceStorage): Promise<void> {
  await oneThere(storage);
  const [clients, index] = [storage.rawTable('Clients'), storage.rawTable('Index')];
  const source = { tw__partition: region, tw__row: 'client_0001' };
  await clients.deleteEntity('city_Oslo', `city_1@x.com  ${region}  client_0001`);
  const strays = ['2@x.com', '3@x.com'].flatMap((email) => [
    { partitionKey: 'emails', rowKey: `email_${email}  ${region}  client_0001`, ...source },
    { partitionKey: 'city_Rome', rowKey: `city_${email}  ${region}  client_0001`, ...source },
  ]);
  for (const row of strays) await clients.createEntity(row);
  for (const tag of ['c', 'd']) {
    await index.createEntity({
      partitionKey: `tags_${region}`,
      rowKey: `tag_${tag}  client_0001`,
      ...source,
    });
  }
}
