import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { sourceFiles } from './layers.js';

const HOME = 'plan/query/filter/';
const files = sourceFiles(fileURLToPath(new URL('../packages/core/src', import.meta.url)));

/** A comparison of a key, or the escape of the filter language. */
const FILTER_TEXT = /(?:PartitionKey|RowKey) (?:eq|ne|gt|ge|lt|le) ['$]|replaceAll\("'", "''"\)/;
/** Keys in an address are escaped alike. */
const ADDRESSES = 'store/endpoint.ts';

it.each([
  `const filter = \`RowKey gt \${quoted(key)}\`;`,
  `const filter = \`\${first} and PartitionKey lt '\${SYSTEM_PREFIX}'\`;`,
  `return \`'\${text.replaceAll("'", "''")}'\`;`,
])('would be found: %s', (line) => {
  expect(line).toMatch(FILTER_TEXT);
});

it('the text of filters is made in one folder', () => {
  const made = files.filter(
    ({ path, text }) => path !== ADDRESSES && !path.startsWith(HOME) && FILTER_TEXT.test(text),
  );
  expect(made.map(({ path }) => path)).toEqual([]);
});
