/**
 * Code in the making. Names of users enter it as literals only, and everything else that it works with (codecs,
 * classes, templates) is handed in by {@link use}: never as text.
 */
export class Source {
  readonly #lines: string[] = [];
  readonly #given: unknown[] = [];
  #names = 0;

  /** Adds lines of code. */
  add(...lines: readonly string[]): this {
    this.#lines.push(...lines);
    return this;
  }

  /** A name for a value that the code gets as an argument. */
  use(value: unknown): string {
    const known = this.#given.indexOf(value);
    return `$${known < 0 ? this.#given.push(value) - 1 : known}`;
  }

  /** A name that nothing else in the code has. */
  fresh(prefix: string): string {
    return `${prefix}${this.#names++}`;
  }

  /** Runs the code, which returns a function. Throws an EvalError where the runtime forbids generated code. */
  compile<F>(): F {
    const names = this.#given.map((_, index) => `$${index}`);
    return new Function(...names, `'use strict';\n${this.#lines.join('\n')}`)(...this.#given) as F;
  }
}
