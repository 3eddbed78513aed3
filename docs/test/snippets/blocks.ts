import type { Page } from './pages.js';

/** A fenced block of TypeScript. Lines are counted from 0. */
export interface Block {
  readonly openLine: number;
  readonly closeLine: number;
  readonly executed: boolean;
}

/** The TypeScript blocks of a page. A fence that says something unheard of is a mistake, not a comment. */
export function blocksOf({ path, lines }: Page): Block[] {
  const blocks: Block[] = [];
  let open: { readonly line: number; readonly info: string } | undefined;
  lines.forEach((text, line) => {
    const fence = /^(\s*)```(.*)$/.exec(text);
    if (!fence) return;
    const info = fence[2]!.trim();
    if (open) {
      if (info !== '') throw new Error(`${path}:${line + 1}: a block begins inside of another.`);
      const executed = executionOf(open.info, `${path}:${open.line + 1}`);
      if (executed !== undefined) blocks.push({ openLine: open.line, closeLine: line, executed });
      open = undefined;
    } else {
      if (fence[1] !== '') throw new Error(`${path}:${line + 1}: blocks begin at the margin.`);
      open = { line, info };
    }
  });
  if (open) throw new Error(`${path}:${open.line + 1}: the block is not closed.`);
  return blocks;
}

/** `undefined`: not TypeScript. */
function executionOf(info: string, place: string): boolean | undefined {
  if (info === 'ts') return true;
  if (info === 'ts check-only') return false;
  if (/^(ts|typescript)\b/.test(info)) {
    throw new Error(`${place}: the fence says '${info}'; it takes 'ts' or 'ts check-only'.`);
  }
  return undefined;
}
