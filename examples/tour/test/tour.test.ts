import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { truncate } from '../src/render/text.js';
import { actSources, listing } from '../src/source.js';
import { steps } from '../src/steps/index.js';
import { linesOf, type Told, tell } from './support/told.js';

let told: Told;
let text: string;
beforeAll(async () => {
  told = await tell({ width: 100, colour: false });
  text = told.lines.join('\n');
});

const step = (name: string) => linesOf(told, name);

describe('what is told', () => {
  it('has every step, in order', () => {
    const titles = told.lines.flatMap((line) => /^── (\d+ · .*?) ─*$/.exec(line)?.[1] ?? []);
    expect(titles).toEqual(steps.map(({ title }, i) => `${i + 1} · ${title}`));
    expect(steps.length).toBeGreaterThanOrEqual(22);
  });

  it('shows code, plan, requests and rows for every act', () => {
    const acts = steps.flatMap((each) => each.acts).length;
    const count = (label: RegExp) => told.lines.filter((line) => label.test(line)).length;
    expect(count(/^ {2}plan /)).toBe(acts);
    expect(count(/^ {2}\d+ requests? /)).toBe(acts);
    expect(count(/^ {2}(\d+ of )?\d+ rows? /)).toBe(acts);
  });

  it('counts the requests that were made', () => {
    expect(told.claims.map(([shown]) => shown)).toEqual(told.claims.map(([, made]) => made));
    const made = told.requests.length;
    expect(made).toBeGreaterThan(20);
    expect(text).toContain(`${steps.length} steps, ${made} requests`);
  });

  it('lists each request with its address and status', () => {
    const shown = told.lines.flatMap((line) => {
      const match = /^ {2}(?:\d+ requests?)? +([A-Z]+) +(\S.*?) {2,}(no reply|\d{3})\b/.exec(line);
      return match ? [match.slice(1)] : [];
    });
    const made = told.requests.map(({ method, operation, status }, i) => [
      method,
      truncate(operation.slice(method.length + 1), shown[i]?.[1]?.length ?? 0),
      status === undefined ? 'no reply' : `${status}`,
    ]);
    expect(shown).toEqual(made);
  });

  it('counts the rows that are there in the end', () => {
    const counts = told.lines.flatMap((line) => /^ {2}(?:\d+ of )?(\d+) rows? /.exec(line)?.[1] ?? []);
    expect(counts.at(-1)).toBe(`${told.rows}`);
  });
});

describe('the facts', () => {
  it.each([
    ['declare', ["row: 'empid_{id:06}'", 'Sales empid_000223', '0 requests', 'there is no table yet']],
    ['insert', ['404 Not Found', 'POST  Tables', '3 requests', 'jonesj@contoso.com', 'Int64', 'DateTime']],
    ['get', ["department: 'Sales'", 'id: 223', 'salary: 5400000n', 'Address {', 'Jill Jones true']],
    ['update', ['{"age":35}', 'age           If-Match v1', '│ v2 ', '{"lastName":"Jones-Reed"']],
    ['conflict', ['EntityChangedError  ENTITY_CHANGED', '412 Precondition Failed', 'done in 2 attempts']],
    ['blind-overwrite', ['MissingETagError  ETAG_MISSING', '0 requests', 'If-Match *']],
    ['upsert', ['upsertMerge', 'upsertReplace', 'Building 7']],
    ['missing', ["[ 'Omar Haddad', undefined, 'Jill Jones-Reed' ]", '404 Not Found', 'unchanged']],
    ['lost-reply', ['no reply', '409 Conflict', 'prints         inserted', '3 requests', '│ v1 ']],
    ['bad-input', ['KEY_VALUE_INVALID', 'VALUE_INVALID', 'LIMIT_EXCEEDED', 'R&D~2FOps', "name: 'R&D/Ops'"]],
    ['delete', ['DELETE', 'If-Match *', 'prints         true', '│ Sales        │ empid_000226 │']],
    [
      'bulk',
      ['100 × POST', 'one transaction of 40 rows, Factory / empid_000201', '3 requests', 'of Factory'],
    ],
    ['query', ["RowKey ge 'empid_000098'", 'w101@contoso.com', 'age: 62', '50 string', '30 undefined 151']],
    [
      'scan',
      ['ScanRefusedError  SCAN_REFUSED', "declare an index on 'email'", "scan('partition')", '[ 77 ]'],
    ],
    ['transaction', ['one transaction of 2 operations', '(write 1 of the transaction: delete of Employee)']],
    ['building', ["state: 'building'", 'INDEX_NOT_READY', 'complete: true', 'byEmail ready true']],
    ['index-use', ["lastName: 'Quist'", 'UNIQUE_VIOLATION', "the index 'byEmail' are known", 'Worker No 77']],
    ['explain', ['requests: { least: 1, most: 1 }', 'the stored row is read first', '0 requests']],
    ['repair', ['stale email_lindtm@contoso.com', 'missing email_chenw@contoso.com', 'clean: true']],
    [
      'mixed',
      ['MixedTable([IndexedEmployees, Department])', '228 Nora Quist-Moe lead', 'Ask Mara 3 Edm.Int32'],
    ],
    ['versions', ['version: 2', 'headcount', 'tw__version', 'NewerVersionError  ENTITY_NEWER']],
    ['log-tail', ["LogTail({ at: 'submitted', tie: 'id' })", '2519954711999999999_b', '409 Conflict']],
    ['inheritance', ['Inheritance(Person, [Agents, Client])', 'Bo with 3 orders', 'OPTIONS_INVALID']],
    [
      'family',
      ['CompoundKey({ reviews: Review })', 'Ida Voss 2012: 4, 2013: 5', 'trainee_0012_2013', 'Tom Abara 0'],
    ],
    [
      'relationships',
      ['employees: { of: RelatedEmployees', "Attic [ 'Ada Berg', 'Ivo Dahl' ]", 'hits: 1', '3 requests'],
    ],
    ['index-entities', ["row: 'lastname_{lastName}'", 'lastname_Smith', '[ 151, 152 ]']],
    ['summary', ["count: 'DeskCount'", 'Sum_price', '3 600n']],
    ['summary-on-parent', ["count: 'seats'", 'SeatCount', 'PARENT_IN_USE', 'PARENT_MISSING']],
    ['denormalization', ["link: { id: 'caretakerId' }", 'Ida Moe', 'SOURCE_NOT_FOUND', 'STILL_REFERRED_TO']],
    ['data-series', ["column: 'Count{slot}'", 'Count13', '[ 1, 2, 3 ]', '[ 13, 3 ]']],
  ])('%s', (name, facts) => {
    for (const fact of facts) expect(step(name)).toContain(fact);
  });

  it('sends nothing for bad input', () => {
    expect(step('bad-input').match(/ 0 requests {5}nothing was sent/g)).toHaveLength(3);
  });

  it('stores the row of the lost reply once', () => {
    expect(step('lost-reply').match(/│ empid_000226 │ v1 /g)).toHaveLength(1);
  });

  it('has both edits after modify()', () => {
    expect(step('conflict')).toMatch(/│ empid_000223 │ v6 +│ Jill Jones-Reed │ 37 +│ senior │/);
  });
});

describe('how it looks', () => {
  let narrow: Told;
  let coloured: Told;
  beforeAll(async () => {
    [narrow, coloured] = await Promise.all([
      tell({ width: 80, colour: false }),
      tell({ width: 100, colour: true }),
    ]);
  });

  it.each([
    ['100', () => told, 100],
    ['80', () => narrow, 80],
  ])('keeps to %s columns', (_, version, width) => {
    const lines = version().lines.map((line) => stripVTControlCharacters(line));
    expect(lines.filter((line) => line.length > width)).toEqual([]);
    // The frame uses all of them, so the limit is real.
    expect(lines[0]).toHaveLength(width);
  });

  it('has no colour codes when colour is off', () => {
    expect(text).not.toContain('\u001b');
  });

  it('says the same with colour, and every time', () => {
    expect(coloured.lines.join('\n')).toContain('\u001b[');
    expect(coloured.lines.map((line) => stripVTControlCharacters(line))).toEqual(told.lines);
  });

  it('shows no ETag, port or time of day', () => {
    expect(text).not.toMatch(/W\/"|datetime'|127\.0\.0\.1/);
    expect(text).not.toContain(new Date().toISOString().slice(0, 10));
  });
});

describe('the code shown', () => {
  it.each(steps.map((each) => [each.name, each] as const))('%s is the code that runs', (name, { acts }) => {
    const sources = actSources(name, acts.length);
    acts.forEach((act, i) => {
      const body = act.run.toString();
      expect(words(sources[i]!.join('\n'))).toEqual(words(body.slice(body.indexOf('=>'))));
    });
  });

  it('is shown whole', () => {
    const shown = told.lines.flatMap((line) => /^ {2}│ ?(.*)$/.exec(line)?.slice(1) ?? []);
    const expected = steps.flatMap((each) => [
      ...(each.listing ? listing(each.listing) : []),
      ...actSources(each.name, each.acts.length).flat(),
    ]);
    expect(shown).toEqual(expected);
  });

  it('cannot be found for an act that is not there', () => {
    expect(() => actSources('get', 2)).toThrow('steps/get.ts has 2 acts, but the code of 1 was found.');
  });
});

/** Names, numbers and words of text: what is left when layout and the test runner's import rewriting are undone. */
function words(code: string): string[] {
  return code
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\(0,\s*(\S+?)\)/g, '$1')
    .replace(/__vite_ssr_import_\d+__\./g, '')
    .replace(/(?<=\d)_(?=\d)/g, '')
    .replace(/\b\d+e\d+\b/g, (number) => `${Number(number)}`)
    .match(/[\w$]+/g)!;
}
