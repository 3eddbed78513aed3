import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PageModule } from './module.js';
import { ROOT } from './pages.js';

/** Which decorators the compiler emits. */
export type DecoratorMode = 'legacy' | 'standard';

/** Where the compiled modules are, and what the compiler said about each page. */
export interface Compilation {
  readonly dist: string;
  readonly errors: readonly string[];
  errorsOf(module: PageModule): readonly string[];
}

const TSC = join(ROOT, 'node_modules/.bin/tsc');

/** For pages that are run by vitest: the built packages are loaded as they are, like any dependency. */
const VITEST_CONFIG = 'export default { test: { server: { deps: { external: [/\\/packages\\//] } } } };\n';

/** Compiles all modules with one run of the compiler, into `docs/.snippets/<folder>`. */
export async function compile(
  modules: readonly PageModule[],
  folder: string,
  mode: DecoratorMode,
): Promise<Compilation> {
  const directory = join(ROOT, 'docs/.snippets', folder);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const { name, text } of modules) writeFileSync(join(directory, `${name}.ts`), text);
  for (const file of ['snippet-runtime.ts', 'ambient.d.ts']) {
    copyFileSync(fileURLToPath(new URL(file, import.meta.url)), join(directory, file));
  }
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(tsconfig(directory, mode), undefined, 2));
  writeFileSync(join(directory, 'vitest.config.js'), VITEST_CONFIG);
  const lines = (await run(['-p', directory, '--pretty', 'false'])).split('\n').filter((line) => line !== '');
  const errors = inPages(lines, modules, directory);
  return {
    dist: join(directory, 'dist'),
    errors,
    errorsOf: ({ page }) => errors.filter((error) => error.startsWith(`${page.path}:`)),
  };
}

function tsconfig(directory: string, mode: DecoratorMode) {
  return {
    extends: relative(directory, join(ROOT, 'tsconfig.base.json')),
    compilerOptions: {
      experimentalDecorators: mode === 'legacy',
      composite: false,
      declaration: false,
      declarationMap: false,
      rootDir: '.',
      outDir: 'dist',
    },
    include: ['.'],
    exclude: ['dist'],
  };
}

/** The compiler's words; it exits with an error code when it found something, which is no failure here. */
function run(parameters: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(TSC, [...parameters], { cwd: ROOT }, (error, stdout, stderr) => {
      if (error && stdout === '') reject(new Error(`tsc failed: ${stderr}`, { cause: error }));
      else resolve(stdout);
    });
  });
}

/** `docs/.snippets/legacy/docs-entities.ts(42,3): error` -> `docs/entities.md:42:3: error`; details joined. */
function inPages(lines: readonly string[], modules: readonly PageModule[], directory: string): string[] {
  const errors: string[] = [];
  for (const line of lines) {
    const match = /^(.+)\.ts\((\d+),(\d+)\): (.*)$/.exec(line);
    if (!match) {
      if (errors.length > 0 && line.startsWith(' ')) errors.push(`${errors.pop()}\n${line}`);
      else errors.push(line);
      continue;
    }
    const [, file, row, column, message] = match;
    const module = modules.find(({ name }) => join(directory, name) === join(ROOT, file!));
    errors.push(module ? `${module.page.path}:${row}:${column}: ${message}` : line);
  }
  return errors;
}
