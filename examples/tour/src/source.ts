import { readFileSync } from 'node:fs';

/**
 * The code of the acts of a step, in their order. It is cut out of the very functions that run, so what is
 * shown cannot differ from what happens. The formatter's layout makes the ends easy to find.
 */
export function actSources(step: string, acts: number): readonly string[][] {
  const lines = sourceLines(`steps/${step}.ts`);
  const found: string[][] = [];
  lines.forEach((line, start) => {
    const indent = /^( *)run: async \(.*\) => \{$/.exec(line)?.[1];
    if (indent === undefined) return;
    const end = lines.indexOf(`${indent}},`, start);
    found.push(dedent(lines.slice(start + 1, end)));
  });
  if (found.length !== acts || found.some((code) => code.length === 0)) {
    throw new Error(`steps/${step}.ts has ${acts} acts, but the code of ${found.length} was found.`);
  }
  return found;
}

/** A whole source file without its imports. */
export function listing(file: string): readonly string[] {
  const lines = sourceLines(file);
  const lastImport = lines.findLastIndex((line) => /^(import|\}) .*from '.*';$/.test(line));
  return lines.slice(lastImport + 2);
}

/** The same path leads to the sources from `dist` and from `src`. */
function sourceLines(file: string): string[] {
  return readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
}

function dedent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line !== '').map((line) => line.search(/\S/));
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least));
}
