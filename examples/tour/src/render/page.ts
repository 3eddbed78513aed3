import { sameRows } from '../physical-rows.js';
import type { Observed } from '../stage.js';
import type { Act, Step } from '../step.js';
import type { Versions } from '../versions.js';
import type { Paint, Style } from './colours.js';
import { planLines } from './plan.js';
import { requestLines } from './requests.js';
import { rowsOf, rowTable } from './rows.js';
import { drawTable } from './table.js';
import { plural, wrap, wrapCode } from './text.js';

const LABEL = 17;
const BAR = 4;

/** Lays the parts of the tour out in lines of one width. */
export class Page {
  readonly #width: number;
  readonly #paint: Paint;
  readonly #versions: Versions;

  constructor(width: number, paint: Paint, versions: Versions) {
    this.#width = width;
    this.#paint = paint;
    this.#versions = versions;
  }

  /** How wide the text beside a label may be. */
  get textWidth(): number {
    return this.#width - LABEL;
  }

  box(title: string, paragraphs: readonly string[]): string[] {
    const inner = this.#width - 4;
    const rule = (left: string, right: string) => this.#paint('dim', left + '─'.repeat(inner + 2) + right);
    const bar = this.#paint('dim', '│');
    const line = (content: string, style?: Style) =>
      `${bar} ${this.#paint(style, content)}${' '.repeat(inner - content.length)} ${bar}`;
    return [
      rule('╭', '╮'),
      line(title, 'bold'),
      ...paragraphs.flatMap((text) => wrap(text, inner)).map((text) => line(text)),
      rule('╰', '╯'),
    ];
  }

  step(number: number, { title, why }: Step): string[] {
    const head = `── ${number} · ${title} `;
    const rule = '─'.repeat(Math.max(0, this.#width - head.length));
    return ['', this.#paint('bold', head) + this.#paint('dim', rule), ...wrap(why, this.#width)];
  }

  code(lines: readonly string[]): string[] {
    const bar = this.#paint('dim', '│');
    const shown = lines.flatMap((line) => wrapCode(line, this.#width - BAR));
    return ['', ...shown.map((line) => `  ${bar} ${this.#codeLine(line)}`.trimEnd())];
  }

  act({ rows: view, note }: Act, observed: Observed): string[] {
    const { printed, error, plans, requests } = observed;
    const width = this.textWidth;
    const paint = this.#paint;
    return [
      '',
      ...this.#beside('plan', planLines(plans, this.#versions, width, paint)),
      ...this.#beside(plural(requests.length, 'request'), requestLines(requests, width, paint)),
      ...this.#beside(
        'prints',
        printed.flatMap((line) => wrapCode(line, width)),
      ),
      ...(error ? this.#beside('throws', this.#error(error)) : []),
      ...this.#rows(view, observed),
      ...(note === undefined ? [] : this.#beside('→', wrap(note, width))),
    ];
  }

  #error({ name, code, message }: NonNullable<Observed['error']>): string[] {
    return [`${this.#paint('red', name)}  ${code}`, ...wrap(message, this.textWidth)];
  }

  /** How many of how many rows, and what they hold. */
  #rows(view: Act['rows'], { before, after }: Observed): string[] {
    const beside = (label: string, text: string) => this.#beside(label, [this.#paint('dim', text)]);
    const all = plural(after.length, 'row');
    if (after.length === 0) return beside(all, 'there is no table yet');
    if (sameRows(before, after)) return beside(all, 'unchanged');
    const shown = rowsOf(view, after).length;
    const table = drawTable(rowTable(view, { before, after }, this.#versions), this.textWidth, this.#paint);
    return this.#beside(shown === after.length ? all : `${shown} of ${all}`, table);
  }

  #codeLine(line: string): string {
    const at = line.search(/(^|\s)\/\/ /);
    return at < 0 ? line : line.slice(0, at) + this.#paint('dim', line.slice(at));
  }

  #beside(label: string, lines: readonly string[]): string[] {
    return lines.map((line, i) => {
      const left = (i === 0 ? label : '').padEnd(LABEL - 2);
      return `  ${this.#paint('dim', left)}${line}`.trimEnd();
    });
  }
}
