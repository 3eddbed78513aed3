import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const core = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * The sources as plain JavaScript, for a child process that runs without a test runner. Among the package's
 * modules, so that its dependencies are found.
 */
export function buildCore(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(core, 'node_modules', '.core-'));
  const source = join(core, 'src');
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    const { code } = transformSync(readFileSync(join(source, path), 'utf8'), {
      swcrc: false,
      configFile: false,
      jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' },
    });
    const target = join(folder, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
