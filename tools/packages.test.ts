import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, it } from 'vitest';
import { ROOT, run } from './run.js';

/** Each package, and one of its modules. */
const PACKAGES = [
  { name: 'core', built: 'dist/index', source: 'src/index.ts' },
  {
    name: 'patterns',
    built: 'dist/intra-partition-index/index',
    source: 'intra-partition-index/index.ts',
  },
  { name: 'eventual', built: 'dist/src/index', source: 'src/index.ts' },
  { name: 'testing', built: 'dist/index', source: 'src/index.ts' },
];

describe.each(PACKAGES)('@tablewright/$name', ({ name, built, source }) => {
  const folder = join(ROOT, 'packages', name);

  it('is packed as its users need it', async () => {
    const { messages, pkg } = await publint({ pkgDir: folder, pack: 'npm', strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  it('holds what its users need, and no traces of the build', async () => {
    const [pack] = JSON.parse(await run('npm', ['pack', '--dry-run', '--json'], folder)) as [
      { readonly files: readonly { readonly path: string }[] },
    ];
    const paths = pack.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', `${built}.js`, `${built}.d.ts`, source]),
    );
    expect(paths.filter((path) => /tsbuildinfo|test|node_modules/.test(path))).toEqual([]);
  });

  it('says the same of itself as its siblings', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(manifest).toMatchObject({
      name: `@tablewright/${name}`,
      license: 'MIT',
      type: 'module',
      engines: { node: '>=20.19' },
      publishConfig: { access: 'public' },
    });
  });
});
