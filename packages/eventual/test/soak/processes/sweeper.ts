import { setTimeout as sleep } from 'node:timers/promises';
import { sweep } from '@tablewright/eventual';
import { openProgram, openStore } from '../program.js';
import { readOrders, ready } from './messages.js';

const EVERY_MS = 3_000;
const OLDER_THAN_MS = 2_000;

const { connectionString } = readOrders();
const { outbox, items } = openProgram(openStore(connectionString), connectionString);
const stop = ready();
while (!stop.aborted) {
  const { failures } = await sweep(outbox, { repositories: [items], olderThan: OLDER_THAN_MS });
  for (const { error } of failures) console.error('sweep:', error);
  await sleep(EVERY_MS, undefined, { signal: stop }).catch(() => {});
}
process.disconnect();
