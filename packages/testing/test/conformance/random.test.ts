import type { TableClient, TransactionAction } from '@azure/data-tables';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { found, outcome } from './outcome.js';
import { openTarget, type Target } from './target.js';

// Only what both services are known to do alike: the deviations have cases of their own.

const key: fc.Arbitrary<string> = fc.constantFrom('a', 'b', "c'", 'd e', 'ü', '%41');
const partition = fc.constantFrom('p', 'q');
const cell = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.boolean(),
  fc.constantFrom('', 'x', "y'z", 'ü😀'),
  fc.bigInt({ min: -3n, max: 3n }),
  fc
    .constantFrom(0.5, -1.25)
    .map((value) => ({ type: 'Double' as const, value: value as unknown as string })),
  fc.constantFrom(0, 1_000).map((ms) => new Date(ms)),
  fc.constant({ type: 'Guid' as const, value: 'c9da6455-213d-42c9-9a79-3e9149a57833' }),
  fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
);
const cells = fc.dictionary(fc.constantFrom('one', 'two', 'three'), cell, {
  maxKeys: 3,
  noNullPrototype: true,
});
const kind = fc.constantFrom('create', 'merge', 'replace', 'upsertMerge', 'upsertReplace', 'delete');
const condition = fc.constantFrom('any', 'current', 'stale');
const write = fc.record({ kind, rowKey: key, cells, condition });
type Write = typeof write extends fc.Arbitrary<infer Value> ? Value : never;

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ partitionKey: partition, writes: fc.tuple(write) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      partitionKey: partition,
      writes: fc.uniqueArray(write, { selector: ({ rowKey }) => rowKey, minLength: 2, maxLength: 4 }),
    }),
  },
);

const STALE = `W/"datetime'2020-01-01T00%3A00%3A00.0000000Z'"`;

/** One account's table, and the ETags that a client would have seen. */
class Player {
  readonly #table: TableClient;

  constructor(table: TableClient) {
    this.#table = table;
  }

  /** What a step leads to. */
  async play(partitionKey: string, writes: readonly Write[]): Promise<string> {
    const actions = [];
    for (const one of writes) actions.push(await this.#action(partitionKey, one));
    if (actions.length > 1) return outcome(this.#table.submitTransaction(actions));
    return outcome(this.#single(actions[0]!));
  }

  /** All rows, without what is never the same twice. */
  async rows(filter?: string): Promise<unknown> {
    const rows = [];
    const queryOptions = filter === undefined ? {} : { filter };
    for await (const { etag, timestamp, ...row } of this.#table.listEntities({ queryOptions }))
      rows.push(row);
    return rows;
  }

  keys(filter: string): Promise<unknown> {
    return found(this.#table, { filter });
  }

  async #action(partitionKey: string, { kind, rowKey, cells, condition }: Write): Promise<TransactionAction> {
    const row = { partitionKey, rowKey, ...cells };
    const etag = await this.#etag(partitionKey, rowKey, condition);
    switch (kind) {
      case 'create':
        return ['create', row];
      case 'merge':
        return ['update', row, 'Merge', { etag }];
      case 'replace':
        return ['update', row, 'Replace', { etag }];
      case 'upsertMerge':
        return ['upsert', row, 'Merge'];
      case 'upsertReplace':
        return ['upsert', row, 'Replace'];
      default:
        return ['delete', { partitionKey, rowKey, etag }];
    }
  }

  async #etag(partitionKey: string, rowKey: string, condition: string): Promise<string> {
    if (condition !== 'current') return condition === 'any' ? '*' : STALE;
    const row = await this.#table.getEntity(partitionKey, rowKey).catch(() => undefined);
    return row?.etag ?? STALE;
  }

  #single([verb, row, mode, options]: TransactionAction): Promise<unknown> {
    switch (verb) {
      case 'create':
        return this.#table.createEntity(row);
      case 'delete':
        return this.#table.deleteEntity(row.partitionKey, row.rowKey, {
          etag: String((row as { etag?: string }).etag),
        });
      case 'update':
        return this.#table.updateEntity(row, mode, options);
      default:
        return this.#table.upsertEntity(row, mode);
    }
  }
}

const operator = fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le');
/** A name says its type: literals of other types are a deviation. */
const comparison = fc
  .oneof(
    fc.tuple(fc.constant('int'), operator, fc.integer({ min: -3, max: 3 }).map(String)),
    fc.tuple(
      fc.constant('long'),
      operator,
      fc.integer({ min: -3, max: 3 }).map((value) => `${value}L`),
    ),
    fc.tuple(fc.constant('half'), operator, fc.constantFrom('0.5', '-1.25', '2.0')),
    fc.tuple(fc.constant('flag'), fc.constantFrom('eq', 'ne'), fc.constantFrom('true', 'false')),
    fc.tuple(fc.constant('text'), operator, fc.constantFrom("''", "'x'", "'y''z'", "'ü😀'")),
    fc.tuple(
      fc.constantFrom('PartitionKey', 'RowKey'),
      operator,
      fc.constantFrom("'p'", "'b'", "'c'''", "'d e'"),
    ),
    fc.tuple(
      fc.constant('at'),
      operator,
      fc.constantFrom("datetime'1970-01-01T00:00:00Z'", "datetime'1970-01-01T00:00:01Z'"),
    ),
  )
  .map((parts) => parts.join(' '));
const { filter } = fc.letrec<{ filter: string }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    comparison,
    fc
      .tuple(tie('filter'), fc.constantFrom('and', 'or'), tie('filter'))
      .map(([left, by, right]) => `(${left}) ${by} (${right})`),
    tie('filter').map((inner) => `not (${inner})`),
  ),
}));
const typedRow = fc.record(
  {
    int: fc.integer({ min: -3, max: 3 }),
    long: fc.bigInt({ min: -3n, max: 3n }),
    half: fc
      .constantFrom(0.5, -1.25, 2)
      .map((value) => ({ type: 'Double' as const, value: value as unknown as string })),
    flag: fc.boolean(),
    text: fc.constantFrom('', 'x', "y'z", 'ü😀'),
    at: fc.constantFrom(0, 1_000).map((ms) => new Date(ms)),
  },
  { requiredKeys: [], noNullPrototype: true },
);

describe('what both services do alike', () => {
  let targets: readonly [reference: Target, azurite: Target];
  beforeAll(async () => {
    targets = [await openTarget('reference'), await openTarget('azurite')];
  });
  afterAll(() => Promise.all(targets.map(({ storage }) => storage.close())));

  const players = async () => {
    const [reference, azurite] = targets;
    return [new Player(await reference.table()), new Player(await azurite.table())] as const;
  };

  it('random writes and transactions end alike, and leave the same rows', async () => {
    const steps = fc.array(step, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, async (played) => {
        const [reference, azurite] = await players();
        for (const { partitionKey, writes } of played) {
          const told = await reference.play(partitionKey, writes);
          expect(told).toEqual(await azurite.play(partitionKey, writes));
          expect(await reference.rows()).toEqual(await azurite.rows());
        }
      }),
      { numRuns: 120 },
    );
  });

  it('random filters find the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(partition, typedRow), { minLength: 1, maxLength: 12 }),
        fc.array(filter, { minLength: 1, maxLength: 20 }),
        async (rows, filters) => {
          const [reference, azurite] = await players();
          for (const [index, [partitionKey, cells]] of rows.entries()) {
            const one = { kind: 'create', rowKey: `${index}`, cells, condition: 'any' } as const;
            await Promise.all([reference.play(partitionKey, [one]), azurite.play(partitionKey, [one])]);
          }
          for (const text of filters) {
            if (text.split(/ (?:eq|ne|gt|ge|lt|le) /).length > 16) continue;
            expect([text, await reference.keys(text)]).toEqual([text, await azurite.keys(text)]);
          }
        },
      ),
      { numRuns: 120 },
    );
  });
});
