import { type CompiledTemplate, partsOf } from '../../keys/index.js';
import { MAX_KEY_LENGTH } from '../../limits/index.js';
import { literal } from './literal.js';
import type { Source } from './source.js';

/**
 * Adds a function that writes the key of an object, and returns its name. Each variable is read once; what
 * is missing or does not fit is left to the template, which words the error.
 */
export function addKeyWriter(source: Source, template: CompiledTemplate): string {
  const { head, fields } = partsOf(template);
  const name = source.fresh('writeKey');
  const values = fields.map((field) => ({ ...field, value: source.fresh('value') }));
  const given = values.map(({ value }) => `${value} !== undefined && ${value} !== null`);
  const texts = values.map(
    ({ value, codec, tail }) =>
      `${source.use(codec.encode)}(${value})${tail === '' ? '' : ` + ${literal(tail)}`}`,
  );
  const text = [...(head === '' && texts.length > 0 ? [] : [literal(head)]), ...texts].join(' + ');
  const members = values.map(({ name: variable, value }) => `[${literal(variable)}]: ${value}`);
  source.add(
    `function ${name}(values) {`,
    ...values.map(({ name: variable, value }) => `const ${value} = values[${literal(variable)}];`),
    `if (${['true', ...given].join(' && ')}) {`,
    `const key = ${text};`,
    `if (key !== '' && key.length <= ${MAX_KEY_LENGTH}) return key;`,
    '}',
    `return ${source.use(template)}.encode({ ${['__proto__: null', ...members].join(', ')} });`,
    '}',
  );
  return name;
}
