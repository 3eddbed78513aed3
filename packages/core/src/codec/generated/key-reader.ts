import { type CompiledTemplate, partsOf, type TemplateField } from '../../keys/index.js';
import { MAX_KEY_LENGTH } from '../../limits/index.js';
import { literal } from './literal.js';
import type { Source } from './source.js';
import { startsWith } from './starts-with.js';

/** Where the code finds the values of a template's variables after it has read a key. */
export interface KeyReader {
  /** The statement that reads a key. */
  read(key: string): string;
  /** The variable of the code that then holds a template variable's value. */
  readonly variables: ReadonlyMap<string, string>;
}

/**
 * Adds a function that reads keys of a template into variables. A key that it does not know at once is left to
 * the template, which is as strict and words the error.
 */
export function addKeyReader(source: Source, template: CompiledTemplate, remembers: boolean): KeyReader {
  const { head, fields, where } = partsOf(template);
  const name = source.fresh('readKey');
  const known = fields.map((field) => ({ ...field, variable: source.fresh('known') }));
  const record = source.fresh('record');
  if (known.length > 0) source.add(`let ${known.map(({ variable }) => variable).join(', ')};`);
  source.add(
    `function ${name}(key) {`,
    `if (typeof key === 'string' && key.length <= ${MAX_KEY_LENGTH} && ${startsWith('key', head, 0)}) {`,
    ...readFields(source, known, head.length, where),
    '}',
    `const ${record} = ${source.use(template)}.decode(key);`,
    ...known.map((field) => `${field.variable} = ${record}[${literal(field.name)}];`),
    '}',
  );
  const variables = new Map(known.map((field) => [field.name, field.variable]));
  if (!remembers || known.some(({ codec }) => codec.kind === 'dateTime')) {
    return { variables, read: (key) => `${name}(${key});` };
  }
  // Most rows of a page have the key of the row before. Dates are made anew: their owners may change them.
  const last = source.fresh('last');
  // Before the first key there is something that no key can be, not even one of an untyped caller.
  source.add(`let ${last} = {};`);
  return { variables, read: (key) => `if (${key} !== ${last}) { ${name}(${key}); ${last} = ${key}; }` };
}

type KnownField = TemplateField & { readonly variable: string };

/** Reads one variable after the other, as long as each is as it should be; then keeps them all at once. */
function readFields(
  source: Source,
  fields: readonly KnownField[],
  start: number,
  where: 'partition' | 'row',
): readonly string[] {
  const lines: string[] = [];
  const read: string[] = [];
  let at: string | number = start;
  for (const { codec, tail } of fields) {
    const value = source.fresh('value');
    const end: string | number = codec.fixed ? plus(at, codec.fixed.width) : source.fresh('end');
    if (codec.fixed) {
      lines.push(`const ${value} = ${source.use(codec.fixed.decodeAt)}(key, ${at});`);
    } else {
      const part =
        at === 0 ? `${end} === key.length ? key : key.slice(0, ${end})` : `key.slice(${at}, ${end})`;
      lines.push(
        `const ${end} = ${source.use(codec.endOf)}(key, ${at});`,
        `const ${value} = ${end} < 0 ? undefined : ${source.use(codec.decode)}(${part});`,
      );
    }
    lines.push(`if (${value} !== undefined && ${startsWith('key', tail, end)}) {`);
    read.push(value);
    at = plus(end, tail.length);
  }
  const complete = where === 'partition' ? `key.length === ${at} && key !== ''` : `key.length === ${at}`;
  const keep = fields.map(({ variable }, index) => `${variable} = ${read[index]};`);
  return [...lines, `if (${complete}) { ${keep.join(' ')} return; }`, ...fields.map(() => '}')];
}

function plus(at: string | number, length: number): string | number {
  if (typeof at === 'number') return at + length;
  return length === 0 ? at : `(${at} + ${length})`;
}
