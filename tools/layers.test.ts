import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { LAYERS, sourceFiles, violations } from './layers.js';

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
