import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** One file of documentation. */
export interface Page {
  /** From the root: `docs/entities.md`. */
  readonly path: string;
  readonly lines: readonly string[];
}

/** Every page whose snippets are tested. */
export function allPages(): Page[] {
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  const packages = readdirSync(join(ROOT, 'packages'));
  const readmes = packages.filter((name) => readdirSync(join(ROOT, 'packages', name)).includes('README.md'));
  return [
    'README.md',
    ...docs.map((name) => `docs/${name}`),
    ...readmes.map((name) => `packages/${name}/README.md`),
  ].map(readPage);
}

export function readPage(path: string): Page {
  return { path, lines: readFileSync(join(ROOT, path), 'utf8').split('\n') };
}
