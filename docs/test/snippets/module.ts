import { type Block, blocksOf } from './blocks.js';
import { checkedStatement } from './expectations.js';
import { importAt, PageImports } from './imports.js';
import type { Page } from './pages.js';

/** The program that a page amounts to. */
export interface PageModule {
  readonly page: Page;
  /** The file's name without extension. */
  readonly name: string;
  /** Line by line where the page has it, so that line numbers agree. */
  readonly text: string;
}

/** Never true, and the compiler does not know. */
const NEVER = "if (process.env['TABLEWRIGHT_CHECK_ONLY'])";

/** Turns a page into a module; `undefined` when it has no TypeScript. */
export function moduleOf(page: Page): PageModule | undefined {
  const blocks = blocksOf(page);
  if (blocks.length === 0) return undefined;
  const out = page.lines.map(() => '');
  const imports = new PageImports();
  const checked: number[] = [];
  for (const block of blocks) writeBlock(page, block, imports, out, checked);
  const usesVitest = blocks.some((block) => page.lines.slice(...rangeOf(block)).some(importsVitest));
  out[0] = checked.length > 0 ? prologue(page.path, checked) : 'export {};';
  const stem = page.path.replace(/\.md$/, '').replaceAll('/', '-');
  return { page, name: usesVitest ? `${stem}.test` : stem, text: out.join('\n') };
}

function writeBlock(
  { path, lines }: Page,
  block: Block,
  imports: PageImports,
  out: string[],
  checked: number[],
): void {
  const [start, end] = rangeOf(block);
  if (!block.executed) {
    out[block.openLine] = `${NEVER} {`;
    out[block.closeLine] = '}';
  }
  for (let line = start; line < end; line++) {
    const found = importAt(lines.slice(0, end), line);
    if (found) {
      const [statement, lastLine] = found;
      out[line] = block.executed ? imports.asStatement(statement) : imports.asExpression(statement);
      line = lastLine;
      continue;
    }
    out[line] = lines[line]!;
    const statement = block.executed ? checkedStatement(lines, start, line, path) : undefined;
    if (statement) {
      out.splice(statement.startLine, statement.lines.length, ...statement.lines);
      checked.push(line + 1);
    }
  }
}

function prologue(path: string, checked: readonly number[]): string {
  const call = `snippet.page('${path}', [${checked.join(', ')}]);`;
  return `import * as snippet from './snippet-runtime.js'; ${call}`;
}

function rangeOf({ openLine, closeLine }: Block): [number, number] {
  return [openLine + 1, closeLine];
}

function importsVitest(line: string): boolean {
  return /from 'vitest';$/.test(line);
}
