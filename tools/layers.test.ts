import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LAYERS, sourceFiles, violations } from './layers.js';
import { ROOT } from './run.js';

const files = sourceFiles(fileURLToPath(new URL('../packages/core/src', import.meta.url)));

it('no layer imports one that stands on it', () => {
  expect(violations(files)).toEqual([]);
});

it('every layer exists and has content', () => {
  const folders = new Set(files.map(({ path }) => path.split('/')[0]));
  expect([...folders].filter((folder) => folder !== 'index.ts').sort()).toEqual([...LAYERS].sort());
});

it('a wrong import would be found', () => {
  const wrong = {
    path: 'keys/codecs/text.ts',
    text: "import type { TableStore } from '../../store/index.js';",
  };
  const right = { path: 'store/executor.ts', text: "import { EntityCodec } from '../codec/index.js';" };
  const root = { path: 'model/x.ts', text: "import { key } from '../index.js';" };
  const stray = { path: 'helpers/x.ts', text: '' };
  expect(violations([wrong, right, root, stray])).toEqual([
    'keys/codecs/text.ts imports store/index.js',
    'model/x.ts imports index.js',
    'helpers/x.ts is in a folder that is no layer',
  ]);
});

describe('patterns', () => {
  const root = join(ROOT, 'packages/patterns');
  // Other tests, which run meanwhile, keep what they build in hidden folders.
  const isPattern = (name: string) =>
    !name.startsWith('.') && !['dist', 'node_modules', 'test'].includes(name);
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isPattern(entry.name))
    .map(({ name }) => name);

  // What several patterns are made of is no pattern, and has no entry point.
  const isOwn = /^\.\/[^.]|^\.\.\/(?:shared|indexing)\/[^.]/;

  it.each(folders)('%s knows core by its public name, and no other pattern', (folder) => {
    const imported = sourceFiles(join(root, folder)).flatMap(({ text }) =>
      [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier]) => specifier!),
    );
    const foreign = imported.filter((name) => name !== '@tablewright/core' && !isOwn.test(name));
    expect(imported).toContain('@tablewright/core');
    expect(foreign).toEqual([]);
  });
});

describe('eventual', () => {
  const root = join(ROOT, 'packages/eventual');
  const importsOf = (folder: string) =>
    sourceFiles(join(root, folder)).flatMap(({ text }) =>
      [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier]) => specifier!),
    );

  it('the protocol knows core, and no pattern', () => {
    const foreign = importsOf('src').filter((name) => !name.startsWith('.'));
    expect(new Set(foreign)).toEqual(new Set(['@azure/storage-queue', '@tablewright/core', 'node:crypto']));
    expect(importsOf('src').filter((name) => name.includes('inter-partition-index'))).toEqual([]);
  });

  it('patterns know what indexes are made of, and the protocol', () => {
    const allowed = /^\.\/|^\.\.\/src\/|^@tablewright\/(?:core|patterns\/indexing)$/;
    expect(importsOf('inter-partition-index').filter((name) => !allowed.test(name))).toEqual([]);
  });
});
