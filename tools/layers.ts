import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** The layers of core, from the ground up: each may import itself and those before it. */
export const LAYERS = [
  'errors',
  'edm',
  'limits',
  'keys',
  'model',
  'codec',
  'plan',
  'store',
  'repository',
] as const;

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** Every source file below a folder, with paths relative to it. */
export function sourceFiles(root: string): readonly SourceFile[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path: path.split(sep).join('/'), text: readFileSync(join(root, path), 'utf8') }));
}

/** Imports that point from a layer to one that stands on it, or that no layer holds. */
export function violations(files: readonly SourceFile[]): readonly string[] {
  const order = (path: string) => (LAYERS as readonly string[]).indexOf(path.split('/')[0]!);
  return files.flatMap(({ path, text }) => {
    if (!path.includes('/')) return path === 'index.ts' ? [] : [`${path} stands outside every layer`];
    if (order(path) < 0) return [`${path} is in a folder that is no layer`];
    return [...text.matchAll(IMPORT)]
      .map(([, specifier]) =>
        relative('.', join(dirname(path), specifier!))
          .split(sep)
          .join('/'),
      )
      .filter((target) => order(target) < 0 || order(target) > order(path))
      .map((target) => `${path} imports ${target}`);
  });
}
