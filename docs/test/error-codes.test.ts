import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, readPage } from './snippets/pages.js';

/** `class X extends TablewrightError<'CODE'` or `ServiceError<'CODE'`, however it is wrapped. */
const ERROR_CLASS = /class (\w+) extends (?:TablewrightError|ServiceError)<\s*'(\w+)'/g;
/** What is no source of a package's own. */
const OTHERS = /^(?:dist|node_modules|test)\b/;
/** A row of a table that begins with a code and its class. */
const TABLE_ROW = /^\| `([A-Z_]+)`\s*\| `(\w+)`/;

it('errors.md lists every error that the packages can throw, and no other', () => {
  const declared = sources().flatMap((text) =>
    [...text.matchAll(ERROR_CLASS)].map(([, name, code]) => `${code} ${name}`),
  );
  const documented = readPage('docs/errors.md').lines.flatMap((line) => {
    const row = TABLE_ROW.exec(line);
    return row ? [`${row[1]} ${row[2]}`] : [];
  });
  expect(declared.length).toBeGreaterThan(20);
  expect(documented.toSorted()).toEqual(declared.toSorted());
});

it('entities.md lists every rule of a definition error, and no other', () => {
  const union = /export type DefinitionRule =([^;]+);/.exec(source('model/errors.ts'))?.[1];
  const declared = [...(union ?? '').matchAll(/'(\w+)'/g)].map(([, rule]) => rule!);
  const lines = readPage('docs/entities.md').lines;
  const documented = lines
    .slice(lines.indexOf('## Definition errors'))
    .flatMap((line) => /^\| `([A-Z_]+)`/.exec(line)?.[1] ?? []);
  expect(declared.length).toBeGreaterThan(10);
  expect(documented.toSorted()).toEqual(declared.toSorted());
});

it('storage-format.md lists every limit, and no other', () => {
  const union = /export type LimitName =([^;]+);/.exec(source('limits/errors.ts'))?.[1];
  const declared = [...(union ?? '').matchAll(/'(\w+)'/g)].map(([, limit]) => limit!);
  const documented = readPage('docs/storage-format.md').lines.flatMap(
    (line) => /^\| `([A-Z]+_[A-Z]+|PROPERTIES)`/.exec(line)?.[1] ?? [],
  );
  expect(documented.toSorted()).toEqual(declared.toSorted());
});

function source(path: string): string {
  return readFileSync(join(ROOT, 'packages/core/src', path), 'utf8');
}

function sources(): string[] {
  return ['packages/core/src', 'packages/patterns', 'packages/eventual/src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !OTHERS.test(file))
      .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
  );
}
