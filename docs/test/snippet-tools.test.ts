import { beforeAll, describe, expect, it } from 'vitest';
import { type Compilation, compile } from './snippets/compile.js';
import { moduleOf, type PageModule } from './snippets/module.js';
import type { Page } from './snippets/pages.js';
import { run } from './snippets/run.js';

const TIMEOUT_MS = 120_000;

/** A page whose first block begins on line 3. */
function page(name: string, ...blocks: string[][]): Page {
  const fenced = blocks.flatMap(([info, ...code]) => [`\`\`\`${info}`, ...code, '```']);
  return { path: `docs/${name}.md`, lines: ['# Title', ...fenced, ''] };
}

const WRONG_TYPE = page('wrong-type', ['ts', "const text: string = 'a';", 'const no: number = text;', 'no;']);
const WRONG_VALUE = page('wrong-value', ['ts', 'const two = 1 + 1;', 'two; // => 3']);
const WRONG_PRINT = page('wrong-print', ['ts', "console.log('a', [1]); // => a [ 2 ]"]);
const NO_ERROR = page('no-error', ['ts', 'Math.max(1, 2); // => throws RangeError']);
const OTHER_ERROR = page('other-error', ['ts', "JSON.parse('{'); // => throws RangeError"]);
const UNREACHED = page('unreached', [
  'ts',
  'const later = () => {',
  '  Math.max(1, 2); // => 2',
  '};',
  'void later;',
]);
const UNCAUGHT = page('uncaught', ['ts', '', "JSON.parse('{');"]);
const CHECKED = page('checked', ['ts check-only', 'const wrong: number = true;', 'wrong;']);
const RIGHT = page(
  'right',
  [
    'ts',
    "import assert from 'node:assert/strict';",
    "import { join } from 'node:path';",
    'const a = 2; // => 2',
  ],
  [
    'ts',
    "import assert from 'node:assert/strict';",
    "import { join, sep } from 'node:path';",
    'a + 1; // => 3',
    "console.log('a', { b: [a] }); // => a { b: [ 2 ] }",
    "JSON.parse('{'); // => throws SyntaxError: …JSON…",
    '[3, 1, 2]',
    '  .map((n) => n * 2)',
    '  .sort(); // => [ 2, 4, 6 ]',
    'await Promise.resolve({',
    '  now: Date.now(),',
    '}); // => { now: … }',
    "assert.equal(join('a', 'b'), ['a', 'b'].join(sep));",
  ],
  ['ts check-only', "import { readFileSync } from 'node:fs';", "readFileSync('/no/such/file');"],
  ['sh', 'exit 1'],
);

const pages = [
  WRONG_TYPE,
  WRONG_VALUE,
  WRONG_PRINT,
  NO_ERROR,
  OTHER_ERROR,
  UNREACHED,
  UNCAUGHT,
  CHECKED,
  RIGHT,
];

describe('the snippet test', () => {
  const modules = new Map<Page, PageModule>();
  let compilation: Compilation;
  beforeAll(async () => {
    for (const each of pages) modules.set(each, moduleOf(each)!);
    compilation = await compile([...modules.values()], 'tools', 'legacy');
  }, TIMEOUT_MS);
  const runPage = (each: Page) => run(modules.get(each)!, compilation);

  it('names the page and the line of a compile error', () => {
    expect(compilation.errors.toSorted()).toEqual([
      expect.stringMatching(/^docs\/checked\.md:3:7: error TS2322/),
      expect.stringMatching(/^docs\/wrong-type\.md:4:7: error TS2322/),
    ]);
  });

  it.concurrent.each([
    ['a wrong value', WRONG_VALUE, 'docs/wrong-value.md:4: the page says\n  3\nbut it is\n  2'],
    ['a wrong print', WRONG_PRINT, 'docs/wrong-print.md:3: the page says\n  a [ 2 ]\nbut it is\n  a [ 1 ]'],
    ['an error that does not come', NO_ERROR, 'docs/no-error.md:3: the page says\n  throws RangeError'],
    ['another error', OTHER_ERROR, 'docs/other-error.md:3: the page says\n  throws RangeError'],
    [
      'a statement that is never reached',
      UNREACHED,
      'docs/unreached.md:4: the checked statement was never reached',
    ],
    ['an uncaught error', UNCAUGHT, 'docs/uncaught.md:4:6'],
  ] as const)(
    'fails for %s',
    async (_, each, message) => {
      expect(await runPage(each)).toContain(message);
    },
    TIMEOUT_MS,
  );

  it(
    'passes what is right, and does not run what is only to be checked',
    async () => {
      expect(await runPage(RIGHT)).toBeUndefined();
    },
    TIMEOUT_MS,
  );

  it.each([
    ['an unknown word in the fence', page('p', ['ts checkonly', 'a;'])],
    ['a result of something that has none', page('p', ['ts', 'if (a) b; // => 3'])],
    ['a result that is not behind a statement', page('p', ['ts', 'f(a, // => 3', ');'])],
    ['a block that is not closed', { path: 'p', lines: ['# Title', '```ts', 'a;'] }],
  ])('refuses %s', (_, wrong) => {
    expect(() => moduleOf(wrong)).toThrow(/^p|docs\/p/);
  });
});
