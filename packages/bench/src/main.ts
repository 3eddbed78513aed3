import { writeFile } from 'node:fs/promises';
import { readOptions } from './options.js';
import { run } from './run.js';

const options = readOptions(process.argv.slice(2));
if (!globalThis.gc) console.error('Run node with --expose-gc: the rounds then begin with a clean heap.');
const rows = await run(options, (line) => void process.stdout.write(`${line}\n`));
if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(rows, undefined, 2)}\n`);
