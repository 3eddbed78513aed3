import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { useStorage } from '../../support/storage.js';

const storage = useStorage();
const folder = fileURLToPath(new URL('../../..', import.meta.url));

/** As short as a program can be: one read, and nothing that ends it. */
const PROGRAM = `
  import { TableStore } from '@tablewright/core';
  const store = TableStore.fromConnectionString(process.env.STORAGE);
  const plan = { kind: 'pointRead', entity: 'Nobody', table: 'Nothing', partitionKey: 'a', rowKey: 'b' };
  console.log(await store.within({}, (scope) => store.read(plan, scope)));
`;

it('kept connections do not keep a program alive', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: folder,
    env: { ...process.env, STORAGE: storage.emulator.connectionString },
    timeout: 20_000,
  });
  expect(stdout.trim()).toBe('undefined');
});
