import { bulkGrowth } from './bulk.js';
import { decodeGrowth } from './decode.js';
import type { Growth } from './growth.js';
import { memoryGrowth } from './memory.js';
import { scanGrowth } from './scan.js';

export type { Growth } from './growth.js';

export const GROWTH: readonly Growth[] = [decodeGrowth, scanGrowth, bulkGrowth, memoryGrowth];
