import { fileURLToPath } from 'node:url';
import swc from 'unplugin-swc';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests run against the sources; that the built packages work is shown by the tour and the snippets. */
const alias = {
  '@tablewright/core': source('packages/core/src/index.ts'),
  '@tablewright/testing': source('packages/testing/src/index.ts'),
};
const coreTests = ['packages/core/test/**/*.test.ts'];

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
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { resolve: { alias }, test: { name: 'legacy', include: coreTests } },
      {
        resolve: { alias },
        oxc: false,
        plugins: [standardDecorators],
        test: { name: 'standard', include: coreTests },
      },
      {
        resolve: { alias },
        test: {
          name: 'workspace',
          include: [
            'packages/testing/test/**/*.test.ts',
            'examples/*/test/**/*.test.ts',
            'docs/test/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
