import { execFile } from 'node:child_process';
import { dirname, join, relative } from 'node:path';
import type { StorageService } from '@tablewright/testing';
import type { Compilation } from './compile.js';
import type { PageModule } from './module.js';
import { ROOT } from './pages.js';

const TIMEOUT_MS = 60_000;

/** Executes a compiled page against an emulator of its own. What went wrong, or `undefined`. */
export async function run(module: PageModule, { dist }: Compilation): Promise<string | undefined> {
  const file = join(dist, `${module.name}.js`);
  const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', dirname(dist), file];
  const parameters = module.name.endsWith('.test') ? vitest : ['--enable-source-maps', file];
  const output = await withStorage(module, (variables) => execute(parameters, variables));
  return output === undefined ? undefined : inPage(output, module, dirname(dist));
}

type Variables = Readonly<Record<string, string>>;

/** Starts an emulator for the pages that ask for one. */
async function withStorage<T>({ text }: PageModule, work: (variables: Variables) => Promise<T>): Promise<T> {
  if (!text.includes('process.env.STORAGE')) return work({});
  const { embeddedStorage } = await import('@tablewright/testing');
  const services: StorageService[] = text.includes('@azure/storage-queue') ? ['table', 'queue'] : ['table'];
  const storage = await embeddedStorage({ services });
  try {
    return await work({
      STORAGE: storage.connectionString,
      STORAGE_URL: storage.urls.table,
      STORAGE_ACCOUNT: storage.account,
      STORAGE_KEY: storage.key,
    });
  } finally {
    await storage.close();
  }
}

function execute(parameters: readonly string[], variables: Variables): Promise<string | undefined> {
  // A runner inside of a runner must not take itself for one of its workers.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_OPTIONS|TEST$)/.test(name),
  );
  const env = { ...Object.fromEntries(inherited), ...variables };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...parameters],
      { cwd: ROOT, env, timeout: TIMEOUT_MS },
      (error, out, err) => {
        resolve(error ? `${err || out}`.trim() || error.message : undefined);
      },
    );
  });
}

/** Stack traces name the generated file, whose lines are those of the page. */
function inPage(output: string, { page, name }: PageModule, directory: string): string {
  const generated = [join(directory, `${name}.ts`), join(relative(ROOT, directory), `${name}.ts`)];
  return generated.reduce((text, file) => text.replaceAll(file, page.path), output);
}
