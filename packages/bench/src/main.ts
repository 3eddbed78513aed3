import { writeFile } from 'node:fs/promises';
import { FULL, QUICK } from './measure/effort.js';
import { readOptions } from './options.js';
import { runBars, runGrowth } from './run.js';
import { Servers } from './server/servers.js';

const options = readOptions(process.argv.slice(2));
if (!globalThis.gc) console.error('Run node with --expose-gc: the turns then begin with a clean heap.');
const print = (line: string) => void process.stdout.write(`${line}\n`);
const servers = new Servers();
const { quick, json } = options;
const bench = { servers, quick, effort: quick ? QUICK : FULL };
try {
  const rows = await runBars(bench, options, print);
  if (json !== undefined) await writeFile(json, `${JSON.stringify(rows, undefined, 2)}\n`);
  await runGrowth(bench, options, print);
} finally {
  await servers.stop();
}
