const EXPECTATION = /^(.*;)\s*\/\/ => (.*)$/s;
const DECLARATION = /^\s*(?:const|let) (\w+)\b[^=]*=(?!>)/;
const NO_EXPRESSION = /^\s*(?:(?:const|let|return|throw|if|for|while|class|function|export)\b|[})\]])/;

/** A statement that states its result, rewritten so that the result is checked. */
export interface CheckedStatement {
  readonly startLine: number;
  /** As many lines as the statement had. */
  readonly lines: readonly string[];
}

/** The checked form of the statement that ends on a line; `undefined` when the line states no result. */
export function checkedStatement(
  lines: readonly string[],
  blockStart: number,
  line: number,
  path: string,
): CheckedStatement | undefined {
  if (!/\/\/\s*=>/.test(lines[line]!)) return undefined;
  const startLine = statementStart(lines, blockStart, line);
  const match = EXPECTATION.exec(lines.slice(startLine, line + 1).join('\n'));
  const problem = (message: string) => new Error(`${path}:${line + 1}: ${message}`);
  if (!match) throw problem("write the result as '// => value' behind the ';' of a statement.");
  const [, statement, expected] = match as unknown as [string, string, string];
  if (!/^throws /.test(expected) && NO_EXPRESSION.test(statement) && !DECLARATION.test(statement)) {
    throw problem('only expressions and declarations state their result.');
  }
  return { startLine, lines: rewrite(statement, expected.trim(), line + 1).split('\n') };
}

function rewrite(statement: string, expected: string, lineNumber: number): string {
  const where = `${lineNumber}, ${JSON.stringify(expected)}`;
  if (expected.startsWith('throws ')) return `await snippet.throws(${where}, async () => { ${statement} });`;
  const declared = DECLARATION.exec(statement)?.[1];
  if (declared !== undefined) return `${statement} snippet.shows(${where}, ${declared});`;
  const code = statement.slice(0, -1);
  const printed = /^\s*console\.log\((.*)\)$/s.exec(code)?.[1];
  return printed === undefined
    ? `snippet.shows(${where}, ${code});`
    : `snippet.prints(${where}, ${printed});`;
}

/** Walks back until the brackets are closed and the line before ends something. */
function statementStart(lines: readonly string[], blockStart: number, end: number): number {
  let open = 0;
  for (let line = end; line > blockStart; line--) {
    const code = withoutComment(lines[line]!);
    open += countOf(code, /[)\]}]/g) - countOf(code, /[([{]/g);
    if (open <= 0 && /(?:^|[;{}])$/.test(withoutComment(lines[line - 1]!))) return line;
  }
  return blockStart;
}

function withoutComment(text: string): string {
  return text.replace(/(?:^|\s)\/\/ .*$/, '').trim();
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
