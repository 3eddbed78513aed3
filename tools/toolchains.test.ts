import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bin, node, ROOT, run } from './run.js';

const CORE = join(ROOT, 'packages/core');

interface Declared {
  readonly name: string;
  readonly table: string;
  readonly properties: readonly (readonly [string, string, boolean])[];
}

/** Inside the package, so that Node finds `@tablewright/core` by its own name. */
async function compileAndRun(options: readonly string[]): Promise<Declared> {
  const out = await mkdtemp(join(CORE, '.toolchain-'));
  try {
    const strict = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--verbatimModuleSyntax',
    ];
    const target = [
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--lib',
      'es2024,esnext.decorators',
      '--skipLibCheck',
    ];
    const files = [
      '--types',
      'node',
      '--rootDir',
      'test/fixtures',
      '--outDir',
      out,
      'test/fixtures/toolchain.ts',
    ];
    await run(bin('tsc'), ['--ignoreConfig', ...options, ...strict, ...target, ...files], CORE);
    return JSON.parse(await node([join(out, 'toolchain.js')])) as Declared;
  } finally {
    await rm(out, { recursive: true });
  }
}

describe.each([
  ['standard decorators', []],
  ['experimentalDecorators', ['--experimentalDecorators']],
  [
    'experimentalDecorators and emitDecoratorMetadata',
    ['--experimentalDecorators', '--emitDecoratorMetadata'],
  ],
])("tsc's own output with %s", (_, options) => {
  it('declares the same entity', async () => {
    const { properties, ...rest } = await compileAndRun(options);
    expect(rest).toEqual({ name: 'Employee', table: 'Employees' });
    // Standard decorators evaluate getters before fields, so the order is the compiler's.
    expect([...properties].sort()).toEqual([
      ['address', 'json', false],
      ['department', 'text', false],
      ['hired', 'dateTime', false],
      ['id', 'int32', false],
      ['label', 'text', true],
      ['letter', 'enum', false],
    ]);
  });
});
