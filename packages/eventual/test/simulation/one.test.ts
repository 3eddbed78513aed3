import { replay } from '@tablewright/testing/simulation';
import { it } from 'vitest';
import { interPartitionIndex } from '../scenarios/inter-partition-index.js';

it('one', async () => {
  await replay(interPartitionIndex, { seed: Number(process.env.SEED ?? 1), number: Number(process.env.NR) });
});
