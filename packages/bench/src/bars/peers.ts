import { readFileSync } from 'node:fs';

/** A peer with its version, as it is installed here. */
export function peer(name: string): string {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  return `${name} ${version}`;
}
