/** Headers that many requests share, prepared once: names as they are written, and as they are looked up. */
export class HeaderSet {
  readonly names: readonly string[];
  readonly keys: readonly string[];
  readonly values: readonly string[];

  private constructor(names: readonly string[], keys: readonly string[], values: readonly string[]) {
    this.names = names;
    this.keys = keys;
    this.values = values;
  }

  static of(headers: Readonly<Record<string, string>>): HeaderSet {
    const names = Object.keys(headers);
    const keys = names.map((name) => name.toLowerCase());
    return new HeaderSet(
      names,
      keys,
      names.map((name) => headerValue(headers[name]!)),
    );
  }

  /** The same and one more. The name must be new. */
  with(name: string, value: string): HeaderSet {
    return new HeaderSet(
      [...this.names, name],
      [...this.keys, name.toLowerCase()],
      [...this.values, headerValue(value)],
    );
  }
}

/** As the SDK does it: a value never begins another line. */
export function headerValue(value: string | number | boolean): string {
  const text = String(value).trim();
  return LINE_BREAK.test(text) ? text.replace(LINE_BREAKS, '') : text;
}

const LINE_BREAK = /[\r\n]/;
const LINE_BREAKS = /[\r\n]/g;
