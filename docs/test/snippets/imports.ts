/** One name that an import statement brings in. */
interface Binding {
  /** As the module calls it; `default` and `*` for the whole module. */
  readonly imported: string;
  readonly local: string;
  readonly type: boolean;
}

interface ImportStatement {
  readonly module: string;
  readonly bindings: readonly Binding[];
}

const IMPORT = /^import\s+(?:(type)\s+)?(?:([^'";]+?)\s+from\s+)?'([^']+)';$/;

/** The import statement that a line begins, and the line on which it ends. */
export function importAt(lines: readonly string[], start: number): [ImportStatement, number] | undefined {
  if (!/^import[\s{*'"]/.test(lines[start]!)) return undefined;
  let text = '';
  for (let line = start; line < lines.length; line++) {
    text += ` ${lines[line]!.trim()}`;
    if (!lines[line]!.trimEnd().endsWith(';')) continue;
    const match = IMPORT.exec(text.trim());
    if (!match) return undefined;
    const [, type, clause, module] = match;
    return [{ module: module!, bindings: bindingsOf(clause ?? '', type !== undefined) }, line];
  }
  return undefined;
}

function bindingsOf(clause: string, allTypes: boolean): Binding[] {
  const [, outside = '', inside = ''] = /^([^{]*)(?:\{(.*)\})?\s*$/.exec(clause)!;
  const pieces = (text: string) =>
    text
      .split(',')
      .map((piece) => piece.trim())
      .filter((piece) => piece !== '');
  return [
    ...pieces(outside).map((piece) => {
      const local = /^\*\s+as\s+(\w+)$/.exec(piece)?.[1];
      return local === undefined
        ? { imported: 'default', local: piece, type: allTypes }
        : { imported: '*', local, type: allTypes };
    }),
    ...pieces(inside).map((piece) => {
      const [, type, imported, local] = /^(type\s+)?(\w+)(?:\s+as\s+(\w+))?$/.exec(piece)!;
      return { imported: imported!, local: local ?? imported!, type: allTypes || type !== undefined };
    }),
  ];
}

/** The imports of one page: what is there already is not imported again. */
export class PageImports {
  readonly #known = new Map<string, string>();

  /** The statement without what an earlier one imported; '' when nothing is left. */
  asStatement({ module, bindings }: ImportStatement): string {
    if (bindings.length === 0) return `import '${module}';`;
    const fresh = this.#fresh(module, bindings);
    for (const { local } of fresh) this.#known.set(local, module);
    const named = fresh.filter(({ imported }) => imported !== 'default' && imported !== '*').map(specifier);
    const clause = [
      ...fresh.filter(({ imported }) => imported === 'default').map(({ local }) => local),
      ...fresh.filter(({ imported }) => imported === '*').map(({ local }) => `* as ${local}`),
      ...(named.length > 0 ? [`{ ${named.join(', ')} }`] : []),
    ].join(', ');
    return clause === '' ? '' : `import ${clause} from '${module}';`;
  }

  /** The same inside of a block that never runs: the module is not even loaded. */
  asExpression({ module, bindings }: ImportStatement): string {
    if (bindings.length === 0) return `await import('${module}');`;
    return this.#fresh(module, bindings)
      .map(({ imported, local, type }) => {
        if (type) return `type ${local} = import('${module}').${imported};`;
        if (imported === '*') return `const ${local} = await import('${module}');`;
        return `const { ${imported}: ${local} } = await import('${module}');`;
      })
      .join(' ');
  }

  /** A name that another module gave already stays, for the compiler to complain about. */
  #fresh(module: string, bindings: readonly Binding[]): readonly Binding[] {
    return bindings.filter(({ local }) => this.#known.get(local) !== module);
  }
}

function specifier({ imported, local, type }: Binding): string {
  return `${type ? 'type ' : ''}${imported === local ? local : `${imported} as ${local}`}`;
}
