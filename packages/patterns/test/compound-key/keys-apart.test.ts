import { type CompiledTemplate, compileTemplate, type KeyKind } from '@tablewright/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { neverSameKey } from '../../compound-key/keys-apart.js';

const KINDS: Readonly<Record<string, KeyKind>> = {
  id: 'int32',
  year: 'int32',
  flag: 'boolean',
  name: 'text',
  note: 'text',
  state: { enum: ['', 'a', 'true', '_a'] },
  level: { enum: [1, 20] },
};
const TEXTS = ['', 'a', '_', ' ', '-', '2', '02', '0020', 'true', '_a', '_02', '-a', ' a', '0000000020'];
const NUMBERS = [2, 20];
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  id: NUMBERS,
  year: NUMBERS,
  flag: [true],
  name: TEXTS,
  note: TEXTS,
  state: ['', 'a', 'true', '_a'],
  level: [1, 20],
};
const literal = fc.constantFrom('_', '_a', 'a', '-', '02', ' ', '  ', 't', 'true');
const variable = fc.constantFrom(
  '{id:02}',
  '{id}',
  '{year:04}',
  '{flag}',
  '{name}',
  '{note}',
  '{note:raw}',
  '{state}',
  '{level}',
);

function compiled(source: string): CompiledTemplate | undefined {
  try {
    return compileTemplate(source, (name) => KINDS[name]!, 'row');
  } catch {
    // Text without an end, a variable twice.
    return undefined;
  }
}

/** Keys of a template, with values that other templates could write as well. */
function keysOf(template: CompiledTemplate): ReadonlySet<string> {
  let all: Record<string, unknown>[] = [{}];
  for (const { name } of template.variables) {
    all = all.flatMap((values) => VALUES[name]!.map((value) => ({ ...values, [name]: value })));
  }
  const keys = new Set<string>();
  for (const values of all) {
    try {
      keys.add(template.encode(values));
    } catch {
      // Raw text refuses what would end it.
    }
  }
  return keys;
}

const template = fc
  .array(fc.oneof(literal, variable), { minLength: 1, maxLength: 3 })
  .map((pieces) => compiled(pieces.join('')))
  .filter((found) => found !== undefined);
/** Often with a common beginning, as in a family. */
const pair = fc
  .tuple(fc.constantFrom('', '', '_', '{id:02}', '{name}_', '{name}  '), template, template)
  .map(([head, a, b]) => [compiled(head + a.source), compiled(head + b.source)] as const);

it('templates that are said never to write the same key do not', () => {
  let [apart, together] = [0, 0];
  fc.assert(
    fc.property(pair, ([a, b]) => {
      fc.pre(a !== undefined && b !== undefined);
      const said = neverSameKey(a, b);
      expect(neverSameKey(b, a)).toBe(said);
      const keys = keysOf(a);
      const common = [...keysOf(b)].filter((key) => keys.has(key));
      if (said) expect([a.source, b.source, common]).toEqual([a.source, b.source, []]);
      apart += said ? 1 : 0;
      together += common.length > 0 ? 1 : 0;
    }),
    { numRuns: 1_500 },
  );
  // Both happen often enough for this to mean something.
  expect(Math.min(apart, together)).toBeGreaterThan(40);
});
