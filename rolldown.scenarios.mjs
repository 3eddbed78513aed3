import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from 'rolldown';

// The scenarios of `npm run faults`: each file of a package's test/scenarios becomes a module that Node can load,
// beside the package, so that it finds the package itself and its dependencies as they were built.

const packages = new URL('packages/', import.meta.url);

export default readdirSync(packages)
  .map((name) => new URL(`${name}/`, packages).pathname)
  .filter((folder) => existsSync(`${folder}test/scenarios`))
  .map((folder) => {
    rmSync(`${folder}.scenarios`, { recursive: true, force: true });
    const files = readdirSync(`${folder}test/scenarios`).filter((file) => file.endsWith('.ts'));
    return defineConfig({
      cwd: folder,
      input: Object.fromEntries(files.map((file) => [basename(file, '.ts'), `test/scenarios/${file}`])),
      platform: 'node',
      // The helpers of lowered decorators are the bundler's own, and go along.
      external: /^(?!@oxc-project\/)[\w@]/,
      output: { dir: '.scenarios', format: 'esm', sourcemap: true, chunkFileNames: 'shared/[name].js' },
    });
  });
