import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useStorage } from '../../support/storage.js';
import { buildCore } from './support/build-core.js';

const storage = useStorage();
const run = promisify(execFile);
const script = fileURLToPath(new URL('./support/without-generation.mjs', import.meta.url));

let core: ReturnType<typeof buildCore>;
beforeAll(() => {
  core = buildCore();
});
afterAll(() => core.remove());

async function inChild(...flags: readonly string[]): Promise<Record<string, unknown>> {
  const table = storage.emulator.uniqueName('Employees');
  await storage.store().createTable(table);
  const args = [...flags, script, join(core.folder, 'index.js'), storage.emulator.connectionString, table];
  const { stdout } = await run(process.execPath, args);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('where code may not be generated', () => {
  it('rows are written and read all the same', async () => {
    const [usual, forbidden] = await Promise.all([
      inChild(),
      inChild('--disallow-code-generation-from-strings'),
    ]);
    expect(usual['forbidden']).toBe(false);
    expect(forbidden['forbidden']).toBe(true);
    expect(forbidden['read']).toEqual(usual['read']);
    expect(forbidden['read']).toMatchObject([
      { department: 'Sales', id: 1, name: 'O\'Neill "1" \u2028', active: false, rating: 1, rank: 7 },
      {
        id: 2,
        active: true,
        hired: '2014-07-31T18:00:02.000Z',
        salary: '2000000000000',
        badge: '0f8fad5b-d9cb-469f-a165-000000000002',
      },
    ]);
    expect(forbidden['listed']).toEqual(usual['listed']);
    expect(forbidden['listed']).toEqual([1, 2]);
    expect(forbidden['refused']).toEqual(usual['refused']);
    expect(forbidden['refused']).toMatchObject({ code: 'VALUE_INVALID' });
  });
});
