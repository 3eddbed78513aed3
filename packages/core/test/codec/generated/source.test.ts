import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literal } from '../../../src/codec/generated/literal.js';
import { Source } from '../../../src/codec/generated/source.js';
import { HOSTILE_NAMES } from './support/drawn-model.js';

const texts = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom(...HOSTILE_NAMES));

describe('a text in generated code', () => {
  it('is itself again, whatever it holds', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(new Function(`return ${literal(text)};`)()).toBe(text);
        expect(new Source().add(`return { [${literal(text)}]: 1 };`).compile()).toEqual({ [text]: 1 });
      }),
    );
  });

  it('has nothing in it that could end it, a comment or a line', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const code = literal(text);
        expect(code).toMatch(/^'[\x20-\x7e]*'$/);
        expect(code.slice(1, -1).replaceAll(/\\u[0-9a-f]{4}/g, '')).not.toMatch(/['"`\\/<>$]/);
      }),
    );
  });
});

describe('generated code', () => {
  it('gets values as arguments: the same one once', () => {
    const source = new Source();
    const [first, second] = [{}, () => 2];
    expect(source.use(first)).toBe(source.use(first));
    expect(source.add(`return [${source.use(first)}, ${source.use(second)}];`).compile()).toEqual([
      first,
      second,
    ]);
  });
});
