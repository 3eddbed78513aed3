import { fileURLToPath } from 'node:url';
import swc from 'unplugin-swc';
import { defineConfig } from 'vitest/config';
import { SameTestsReporter } from './tools/same-tests-reporter.js';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests run against the sources; that the built packages work is shown by the tour and the snippets. */
const alias = [
  { find: '@tablewright/core', replacement: source('packages/core/src/index.ts') },
  { find: /^@tablewright\/patterns\/(.+)$/, replacement: `${source('packages/patterns')}/$1/index.ts` },
  {
    find: /^@tablewright\/eventual\/(.+)$/,
    replacement: `${source('packages/eventual')}/$1/index.ts`,
  },
  { find: /^@tablewright\/eventual$/, replacement: source('packages/eventual/src/index.ts') },
  {
    find: '@tablewright/testing/simulation',
    replacement: source('packages/testing/src/simulation/index.ts'),
  },
  { find: '@tablewright/testing', replacement: source('packages/testing/src/index.ts') },
];
/** Real servers and child processes on a busy machine; nothing asserts on time. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };
const coreTests = ['packages/core/test/**/*.test.ts', 'packages/patterns/test/**/*.test.ts'];

/** Nothing of these files outlives them but what modules keep, and to load all modules for each takes a third of the time. */
const together = { ...patience, isolate: false, include: coreTests };

/** Standard decorators are not understood by vitest's own transformer yet, so swc lowers them. */
const standardDecorators = swc.vite({
  tsconfigFile: false,
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { decoratorVersion: '2022-03' },
    target: 'es2022',
  },
});

export default defineConfig({
  test: {
    // Most of the time is spent waiting for emulators and child processes: no core is kept free for anything else.
    maxWorkers: '100%',
    reporters: ['default', new SameTestsReporter()],
    projects: [
      { resolve: { alias }, test: { ...together, name: 'legacy' } },
      {
        resolve: { alias },
        oxc: false,
        plugins: [standardDecorators],
        test: { ...together, name: 'standard' },
      },
      {
        resolve: { alias },
        test: {
          ...patience,
          name: 'workspace',
          include: [
            'packages/testing/test/**/*.test.ts',
            'packages/eventual/test/**/*.test.ts',
            'packages/bench/test/**/*.test.ts',
            'examples/*/test/**/*.test.ts',
            'docs/test/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
