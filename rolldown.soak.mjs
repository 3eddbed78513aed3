import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from 'rolldown';

// The processes of `npm run soak`, as modules that Node can load, beside the package whose outbox they wear out: so
// they find it and its dependencies as they were built.

const folder = new URL('packages/eventual/', import.meta.url).pathname;
const processes = readdirSync(`${folder}test/soak/processes`)
  .filter((file) => file !== 'messages.ts')
  .map((file) => [basename(file, '.ts'), `test/soak/processes/${file}`]);

export default defineConfig({
  cwd: folder,
  input: { main: 'test/soak/main.ts', ...Object.fromEntries(processes) },
  platform: 'node',
  // The helpers of lowered decorators are the bundler's own, and go along.
  external: /^(?!@oxc-project\/)[\w@]/,
  // All in one folder: `main` starts the others as its neighbours.
  output: { dir: '.soak', format: 'esm', sourcemap: true, chunkFileNames: '[name].js' },
});
