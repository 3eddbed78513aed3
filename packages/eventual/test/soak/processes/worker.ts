import { once } from 'node:events';
import { openProgram, openStore, workerOf } from '../program.js';
import { readOrders, ready } from './messages.js';

const { connectionString } = readOrders();
const worker = workerOf(openProgram(openStore(connectionString), connectionString));
const stop = ready();
worker.start();
if (!stop.aborted) await once(stop, 'abort');
await worker.stop();
process.disconnect();
