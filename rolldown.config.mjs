import { existsSync, readdirSync } from 'node:fs';
import { defineConfig } from 'rolldown';

/**
 * Each entry point becomes one file: a program that imports many small ones starts much later. Types come from
 * `tsc`, and so does every check. Names are kept, because they stand in stack traces.
 */
const bundleOf = (folder, entries) =>
  defineConfig({
    cwd: new URL(`${folder}/`, import.meta.url).pathname,
    input: entries,
    platform: 'node',
    // What is a dependency stays one: only the package's own files are put together.
    external: /^[^./]/,
    output: {
      dir: 'dist',
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'shared/[name].js',
      // They are in the sources, to which the maps lead, and in the types.
      comments: false,
    },
  });

/** Each pattern is a folder, and an entry point. */
const patterns = readdirSync(new URL('packages/patterns/', import.meta.url)).filter((folder) =>
  existsSync(new URL(`packages/patterns/${folder}/index.ts`, import.meta.url)),
);

export default [
  bundleOf('packages/core', { index: 'src/index.ts' }),
  bundleOf(
    'packages/patterns',
    Object.fromEntries(patterns.map((folder) => [`${folder}/index`, `${folder}/index.ts`])),
  ),
  bundleOf('packages/eventual', {
    'src/index': 'src/index.ts',
    'inter-partition-index/index': 'inter-partition-index/index.ts',
  }),
];
