import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allPages, type Page, ROOT, readPage } from './snippets/pages.js';

const pages = [...allPages(), readPage('docs/test/README.md')];

describe('links', () => {
  it.each(pages.map((page) => [page.path, page] as const))('of %s lead somewhere', (_, page) => {
    const broken = linksOf(page).filter((link) => !leadsSomewhere(page, link));
    expect(broken).toEqual([]);
  });
});

/** Relative links outside of code blocks. */
function linksOf(page: Page): string[] {
  const links = prose(page).flatMap((line) =>
    [...line.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!),
  );
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(page: Page, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? page.path : normalize(join(dirname(page.path), file));
  if (!existsSync(join(ROOT, path))) return false;
  return anchor === undefined || anchorsOf(readPage(path)).has(anchor);
}

/** The anchors that headings get, as code hosts make them. */
function anchorsOf(page: Page): ReadonlySet<string> {
  const headings = prose(page).flatMap((line) => /^#+ (.*)$/.exec(line)?.[1] ?? []);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}

function prose({ lines }: Page): string[] {
  let inCode = false;
  return lines.filter((line) => {
    const fence = line.startsWith('```');
    if (fence) inCode = !inCode;
    return !fence && !inCode;
  });
}
