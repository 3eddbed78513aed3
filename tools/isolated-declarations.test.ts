import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bin, ROOT, run } from './run.js';

const PATTERNS = join(ROOT, 'packages/patterns');
const FIXTURES = 'test/fixtures';

it('repositories can be declared under isolatedDeclarations', async () => {
  const out = await mkdtemp(join(PATTERNS, '.toolchain-'));
  const options = ['--strict', '--exactOptionalPropertyTypes', '--declaration', '--isolatedDeclarations'];
  const target = ['--target', 'es2022', '--module', 'nodenext', '--lib', 'es2024,esnext.decorators'];
  const files = ['--types', 'node', '--rootDir', FIXTURES, '--outDir', out];
  try {
    const file = join(FIXTURES, 'isolated-declarations.ts');
    await run(
      bin('tsc'),
      ['--ignoreConfig', '--skipLibCheck', ...options, ...target, ...files, file],
      PATTERNS,
    );
    const declared = await readFile(join(out, 'isolated-declarations.d.ts'), 'utf8');
    expect(declared).toContain('IndexApi<typeof Employee, typeof indexes>');
    expect(declared).toContain('FamilyApi<typeof Employee');
  } finally {
    await rm(out, { recursive: true });
  }
});
