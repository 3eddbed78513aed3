import { setTimeout as sleep } from 'node:timers/promises';
import { Random, seedOf } from '@tablewright/testing/simulation';
import { Journal } from '../journal.js';
import { openProgram, openStore } from '../program.js';
import { writeSomething } from '../writes/write-something.js';
import { Writer } from '../writes/writer.js';
import { readOrders, ready } from './messages.js';

const LONGEST_PAUSE_MS = 20;

const orders = readOrders();
const { connectionString } = orders;
const chances = new Random(seedOf(orders.seed, 'writer', orders.process));
const store = openStore(connectionString);
const writer = new Writer({
  process: orders.process,
  journal: new Journal(orders.folder, orders.process),
  chances,
  inline: openProgram(store, connectionString).items,
  worker: openProgram(store, connectionString, { mode: 'worker' }).items,
  unhinted: openProgram(store, connectionString, { hints: 'onFailure' }).items,
});
const stop = ready();
while (!stop.aborted) {
  await writeSomething(writer);
  await sleep(chances.below(LONGEST_PAUSE_MS));
}
process.disconnect();
