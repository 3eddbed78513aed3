import { rawSdk } from '../contenders/raw-sdk.js';
import { tablewright } from '../contenders/tablewright.js';
import { DEPARTMENT } from '../domain/staff.js';
import { tableOfPages } from '../server/stub/pages.js';

/** What a child process tells of its scan. */
export interface ScanMemory {
  readonly entities: number;
  readonly peakMebibytes: number;
}

// A process of its own: the peak of the whole benchmark would say nothing.
const [connectionString = '', contender, pages] = process.argv.slice(2);
const of = contender === 'Tablewright' ? tablewright : rawSdk;
let entities = 0;
await of(connectionString, tableOfPages(Number(pages))).scan(DEPARTMENT, () => entities++);
const told: ScanMemory = { entities, peakMebibytes: process.resourceUsage().maxRSS / 1_024 };
process.stdout.write(JSON.stringify(told));
