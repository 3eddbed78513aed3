import { repair, verify } from '@tablewright/core';
import { grid, type Step } from '../step.js';

export const repairing: Step = {
  name: 'repair',
  title: 'Trust, and verify',
  why: 'Everything but the entity itself can be worked out again from it. So damage that others do can be found, and mended.',
  acts: [
    {
      run: async ({ emulator, indexed, console }) => {
        // Somebody with the official client, who has never heard of the index.
        const table = emulator.rawTable('Contoso');
        const damaged = { partitionKey: 'Sales', rowKey: 'email_lindtm@contoso.com' };
        await table.updateEntity({ ...damaged, lastName: 'Lint' }, 'Merge');
        await table.deleteEntity('Sales', 'email_chenw@contoso.com');

        const { clean, scanned, findings } = await verify(indexed);
        console.log(`clean: ${clean}, ${scanned} employees`);
        for (const { kind, rowKey, primary } of findings) console.log(kind, rowKey, primary);
      },
      rows: grid({ partition: 'Sales' }, 'lastName', 'tw__row'),
      note: 'verify() writes nothing. What looks wrong is read again before it counts, because a writer may have been at work.',
    },
    {
      run: async ({ indexed, console }) => {
        const { clean, mended } = await repair(indexed);
        console.log(`clean: ${clean}, mended ${mended.stale} stale and ${mended.missing} missing`);
      },
      rows: grid({ partition: 'Sales' }, 'lastName', 'tw__row'),
      note: 'Both copies say again what their entities say. Each mend holds the entity at its version, so that it cannot undo a write which came in between.',
    },
  ],
};
