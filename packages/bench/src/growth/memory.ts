import type { Figure } from '../bars/index.js';
import { runChild } from '../measure/child.js';
import type { Growth } from './growth.js';
import type { ScanMemory } from './scan-memory.js';

const name = 'memory: scan';
const CONTENDERS = ['Tablewright', 'raw SDK'] as const;

/** The most memory that a process takes while it reads a table and keeps nothing. */
export const memoryGrowth: Growth = {
  name,
  async measure({ servers, quick }) {
    const connectionString = await servers.connectionString('stub');
    const figures: Figure[] = [];
    for (const pages of quick ? [10] : [10, 100]) {
      for (const contender of CONTENDERS) {
        const args = [connectionString, contender, String(pages)];
        const { entities, peakMebibytes } = (await runChild('growth/scan-memory', args)) as ScanMemory;
        figures.push({
          name: `${name} of ${entities} entities, ${contender}`,
          value: `${peakMebibytes.toFixed(0)} MiB peak rss`,
        });
      }
    }
    return figures;
  },
};
