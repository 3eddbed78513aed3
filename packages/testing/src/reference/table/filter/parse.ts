import { invalidInput } from '../../wire/refusal.js';
import type { Cell } from '../edm.js';
import { MAX_COMPARISONS, MAX_FILTER_DEPTH } from '../limits.js';
import type { Comparison, Filter } from './ast.js';
import { plainLiteral, quotedLiteral } from './literal.js';

/** `(`, `)`, a literal in quotes with what stands before them, or a word. */
const TOKEN = /\s*(?:([()])|([A-Za-z]*)'((?:[^']|'')*)'|([^\s()']+))/y;
const NAME = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*$/u;
const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'eq', 'ne', 'gt', 'ge', 'lt', 'le']);
/** What a comparison becomes when its sides are exchanged. */
const TURNED: Readonly<Record<Comparison, Comparison>> = {
  eq: 'eq',
  ne: 'ne',
  gt: 'lt',
  ge: 'le',
  lt: 'gt',
  le: 'ge',
};

type Token =
  | { readonly kind: '(' | ')' | 'end' }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'literal'; readonly cell: Cell };

/** Reads the filter language: comparisons of a property with a constant, `and`, `or`, `not`, parentheses. */
export function parseFilter(text: string): Filter {
  const parser = new Parser(tokensOf(text));
  const filter = parser.or();
  parser.end();
  return filter;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const { length } = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < length) {
    const match = TOKEN.exec(text);
    if (!match) throw invalidInput('The filter cannot be read.');
    const [, bracket, prefix, quoted, word] = match;
    if (bracket !== undefined) tokens.push({ kind: bracket as '(' | ')' });
    else if (quoted !== undefined) {
      tokens.push({ kind: 'literal', cell: quotedLiteral(prefix!, quoted.replaceAll("''", "'")) });
    } else {
      const cell = plainLiteral(word!);
      tokens.push(cell ? { kind: 'literal', cell } : { kind: 'word', text: word! });
    }
  }
  tokens.push({ kind: 'end' });
  return tokens;
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #comparisons = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  or(): Filter {
    let left = this.#and();
    while (this.#take('or')) left = { kind: 'or', left, right: this.#and() };
    return left;
  }

  end(): void {
    if (this.#next().kind !== 'end') throw invalidInput('The filter goes on where it should end.');
  }

  #and(): Filter {
    let left = this.#unary();
    while (this.#take('and')) left = { kind: 'and', left, right: this.#unary() };
    return left;
  }

  #unary(): Filter {
    if (this.#take('not')) {
      this.#descend();
      const inner = this.#unary();
      this.#depth--;
      return { kind: 'not', inner };
    }
    if (this.#tokens[this.#at]?.kind !== '(') return this.#comparison();
    this.#at++;
    this.#descend();
    const inner = this.or();
    if (this.#next().kind !== ')') throw invalidInput('A parenthesis of the filter is not closed.');
    this.#depth--;
    return inner;
  }

  #descend(): void {
    if (++this.#depth > MAX_FILTER_DEPTH) {
      throw invalidInput(`A filter is nested ${MAX_FILTER_DEPTH} deep at most.`);
    }
  }

  /** One side is a property, the other a constant. */
  #comparison(): Filter {
    if (++this.#comparisons > MAX_COMPARISONS) {
      throw invalidInput(`A filter has at most ${MAX_COMPARISONS} comparisons.`);
    }
    const left = this.#next();
    const operator = this.#next();
    const right = this.#next();
    const by = operator.kind === 'word' ? operator.text : '';
    if (!Object.hasOwn(TURNED, by)) throw invalidInput('An operator is missing in the filter.');
    const comparison = by as Comparison;
    if (left.kind === 'word' && right.kind === 'literal') {
      return { kind: 'compare', name: nameOf(left.text), by: comparison, literal: right.cell };
    }
    if (left.kind === 'literal' && right.kind === 'word') {
      return { kind: 'compare', name: nameOf(right.text), by: TURNED[comparison], literal: left.cell };
    }
    throw invalidInput('A comparison of the filter is not that of a property with a constant.');
  }

  #next(): Token {
    return this.#tokens[this.#at++] ?? { kind: 'end' };
  }

  #take(word: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'word' || token.text !== word) return false;
    this.#at++;
    return true;
  }
}

function nameOf(word: string): string {
  if (!NAME.test(word) || WORDS.has(word)) throw invalidInput('A property name is missing in the filter.');
  return word;
}
