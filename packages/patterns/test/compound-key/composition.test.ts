import {
  Entity,
  type EntityClass,
  etagOf,
  Int32,
  key,
  type Pattern,
  PropertyBags,
  Repository,
  rebuild,
  repair,
  Text,
  transaction,
  verify,
} from '@tablewright/core';
import { CompoundKey } from '@tablewright/patterns/compound-key';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { beforeEach, describe, expect, it } from 'vitest';
import { plain, sales } from '../support/family.js';
import { useStorage } from '../support/storage.js';
import { storedRows } from '../support/stored-rows.js';

const discriminator = 'Kind';

@Entity({ table: 'Staff', discriminator })
class Employee {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() email?: string;
}

/** What reviews were like before there was a comment of its own. */
@Entity({ table: 'Staff', type: 'Review', discriminator })
class OldReview {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}_{year:04}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Int32() year!: number;
  @Text() result?: string;
}

@Entity({
  table: 'Staff',
  discriminator,
  version: 2,
  upgrade: {
    1: ({ result, ...columns }) => {
      const [rating, comment] = String(result).split(' ');
      return { ...columns, rating: Number(rating), comment };
    },
  },
})
class Review {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}_{year:04}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Int32() year!: number;
  @Int32() rating?: number;
  @Text() comment?: string;
}

class ReviewRepository extends Repository(Review).with(
  IntraPartitionIndex({ byRating: { row: 'rating_{rating:01}', project: ['comment'] } }),
) {
  best(department: string): Promise<readonly { id: number; comment?: string }[]> {
    return this.byRating.query({ department, rating: 5 }).all();
  }
}

const byEmail = { byEmail: { row: 'email_{email}', unique: true } } as const;
class IndexedFirst extends Repository(Employee)
  .with(IntraPartitionIndex(byEmail))
  .with(CompoundKey({ reviews: ReviewRepository })) {}
class FamilyFirst extends Repository(Employee)
  .with(CompoundKey({ reviews: ReviewRepository }))
  .with(IntraPartitionIndex(byEmail)) {}

const storage = useStorage();
const jones = { ...sales, id: 123 };

describe.each([
  ['the index first', IndexedFirst],
  ['the family first', FamilyFirst],
])('with indexes on parent and child, and versions: %s', (_, Employees) => {
  let table: string;
  let employees: InstanceType<typeof Employees>;
  const rowKeys = async () => Object.keys(await storedRows(storage.emulator, table));
  const raw = () => storage.emulator.rawTable(table);

  beforeEach(async () => {
    table = storage.emulator.uniqueName('Composed');
    await raw().createTable();
    employees = new Employees(storage.store(), { table });
    await employees.insertFamily(
      { ...jones, email: 'jo@x' },
      {
        reviews: [
          { year: 2012, rating: 5, comment: 'good' },
          { year: 2013, rating: 3 },
        ],
      },
    );
  });

  it('a family is one transaction with all of its copies', async () => {
    expect(await rowKeys()).toEqual([
      'email_jo@x',
      'empid_000123',
      'empid_000123_2012',
      'empid_000123_2013',
      'rating_3  empid_000123_2013',
      'rating_5  empid_000123_2012',
    ]);
    const explained = await employees.explainInsertFamily(
      { ...sales, id: 124, email: 'al@x' },
      { reviews: [{ year: 2012, rating: 1 }] },
    );
    const insert = () =>
      employees.insertFamily({ ...sales, id: 124, email: 'al@x' }, { reviews: [{ year: 2012, rating: 1 }] });
    const { requests } = await storage.emulator.http.record(insert);
    expect(requests.map(({ operation }) => operation)).toEqual(['POST $batch']);
    const body = decodeURIComponent(requests[0]!.body!);
    const sent = [...body.matchAll(/RowKey(?:":|=)["']([^"']*)/g)].map(([, rowKey]) => rowKey);
    expect(explained.write?.operations.map(({ row }) => row.rowKey)).toEqual(sent);
    expect(sent).toEqual(['empid_000124', 'empid_000124_2012', 'email_al@x', 'rating_1  empid_000124_2012']);
    // The e-mail is taken: nothing of the family is there.
    const taken = employees.insertFamily({ ...sales, id: 125, email: 'jo@x' }, { reviews: [{ year: 2012 }] });
    await expect(taken).rejects.toMatchObject({ code: 'UNIQUE_VIOLATION' });
    expect(await employees.family({ ...sales, id: 125 })).toEqual({ parent: undefined, reviews: [] });
  });

  it('neither families nor queries show copies', async () => {
    const { result, requests } = await storage.emulator.http.record(() => employees.family(jones));
    expect(requests).toHaveLength(1);
    expect(plain(result)).toEqual({
      parent: { ...jones, email: 'jo@x' },
      reviews: [
        { ...jones, year: 2012, rating: 5, comment: 'good' },
        { ...jones, year: 2013, rating: 3 },
      ],
    });
    expect((await employees.families(sales).all()).length).toBe(1);
    expect(await employees.query(sales).scan('partition').count()).toBe(1);
    expect(await employees.reviews.query(sales).scan('partition').count()).toBe(2);
  });

  it('entities of a family keep their copies when they are written', async () => {
    const { parent, reviews } = await employees.familyOrThrow(jones);
    const { requests } = await storage.emulator.http.record(() =>
      transaction()
        .update(employees, parent, { email: 'new@x' })
        .update(employees.reviews, reviews[1]!, { rating: 4 })
        .commit(),
    );
    expect(requests).toHaveLength(1);
    expect(await rowKeys()).toEqual([
      'email_new@x',
      'empid_000123',
      'empid_000123_2012',
      'empid_000123_2013',
      'rating_4  empid_000123_2013',
      'rating_5  empid_000123_2012',
    ]);
    expect(etagOf(parent)).toBe(etagOf(await employees.getOrThrow(jones)));
    expect(await employees.byEmail.get({ ...sales, email: 'new@x' })).toMatchObject({ id: 123 });
    expect((await employees.reviews.best('Sales')).map(({ comment }) => comment)).toEqual(['good']);
    await employees.reviews.modify({ ...jones, year: 2013 }, (review) => {
      review.rating = 5;
    });
    expect(await employees.reviews.best('Sales')).toHaveLength(2);
  });

  it('deleteFamily does not mind copies that are missing', async () => {
    await raw().deleteEntity('Sales', 'email_jo@x');
    await raw().deleteEntity('Sales', 'rating_5  empid_000123_2012');
    expect(await employees.deleteFamily(jones)).toBe(3);
    expect(await rowKeys()).toEqual([]);
  });

  it('deleteFamily takes the copies along, and counts them', async () => {
    expect(await employees.deleteFamily(jones)).toBe(3);
    expect(await rowKeys()).toEqual([]);
    const reviews = Array.from({ length: 48 }, (_, year) => ({ year, rating: 1 }));
    await employees.insertFamily({ ...jones, email: 'jo@x' }, { reviews });
    await employees.reviews.insert({ ...jones, year: 48, rating: 1 });
    expect(await rowKeys()).toHaveLength(100);
    await employees.reviews.insert({ ...jones, year: 49 });
    const error = await employees.deleteFamily(jones).catch((e: unknown) => e);
    expect(error).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      details: { limit: 'TRANSACTION_OPERATIONS', most: 100, actual: 101 },
    });
    expect((error as Error).message).toContain('Delete children with bulk()');
    await employees.reviews.delete({ ...jones, year: 49 }, { force: true });
    expect(await employees.deleteFamily(jones)).toBe(50);
    expect(await rowKeys()).toEqual([]);
  });

  it('verify and repair look after each class, and leave the others', async () => {
    const healthy = await storedRows(storage.emulator, table);
    for (const repository of [employees, employees.reviews]) {
      expect(await verify(repository as typeof employees)).toMatchObject({ clean: true });
    }
    await raw().deleteEntity('Sales', 'email_jo@x');
    await raw().deleteEntity('Sales', 'rating_5  empid_000123_2012');
    await raw().createEntity({
      partitionKey: 'Sales',
      rowKey: 'rating_1  empid_000999_2012',
      Kind: 'Review',
      tw__version: 2,
      tw__row: 'empid_000999_2012',
    });
    expect(await verify(employees)).toMatchObject({
      clean: false,
      counts: { missing: 1, stray: 0, foreign: 0 },
    });
    expect(await verify(employees.reviews)).toMatchObject({
      clean: false,
      counts: { missing: 1, stray: 1, foreign: 0 },
    });
    await repair(employees);
    expect(await verify(employees)).toMatchObject({ clean: true });
    expect(await verify(employees.reviews)).toMatchObject({ clean: false });
    await repair(employees.reviews);
    expect(await verify(employees.reviews)).toMatchObject({ clean: true });
    expect(await storedRows(storage.emulator, table)).toEqual(healthy);
    await rebuild(employees, 'byEmail');
    await rebuild(employees.reviews, 'byRating');
    expect(await rowKeys()).toEqual(expect.arrayContaining(Object.keys(healthy)));
    expect(plain(await employees.family(jones))).toMatchObject({ parent: jones, reviews: [{}, {}] });
  });

  it('older children are upgraded, and written as the new version', async () => {
    const old = new (Repository(OldReview))(storage.store(), { table });
    await old.insert({ ...jones, year: 2010, result: '5 great' });
    await old.insert({ ...sales, id: 7, year: 2010, result: '2 poor' });
    const { reviews } = await employees.familyOrThrow(jones);
    expect(plain(reviews[0]!)).toEqual({ ...jones, year: 2010, rating: 5, comment: 'great' });
    const orphans = (await employees.families(sales).all()).filter(({ parent }) => !parent);
    expect(plain(orphans)).toEqual([
      { reviews: [{ ...sales, id: 7, year: 2010, rating: 2, comment: 'poor' }] },
    ]);
    await employees.reviews.update(reviews[0]!, { comment: 'very good' });
    const bag = await new PropertyBags(storage.store(), { table }).getOrThrow('Sales', 'empid_000123_2010');
    expect(bag.names().toSorted()).toEqual(['Kind', 'comment', 'rating', 'tw__version']);
    expect(await employees.reviews.best('Sales')).toHaveLength(2);
    await old.insert({ ...jones, year: 2009, result: '4 fine' });
    expect(await employees.deleteFamily(jones)).toBe(5);
    expect(await rowKeys()).toEqual(['empid_000007_2010']);
  });
});

describe('children of children', () => {
  @Entity({ discriminator })
  class Goal {
    static readonly key = key({ partition: '{department}', row: 'empid_{id:06}_{year:04}_{goal:02}' });
    @Text() department!: string;
    @Int32() id!: number;
    @Int32() year!: number;
    @Int32() goal!: number;
  }
  class ReviewsWithGoals extends Repository(Review).with(CompoundKey({ goals: Goal })) {}
  class Whole extends Repository(Employee).with(CompoundKey({ reviews: ReviewsWithGoals, goals: Goal })) {}
  class WithoutGoals extends Repository(Employee).with(CompoundKey({ reviews: Review })) {}

  it('are read with their parent, with its parent, or not at all', async () => {
    const table = storage.emulator.uniqueName('Nested');
    const employees = new Whole(storage.store(), { table });
    const goals = [2012, 2013].map((year) => ({ year, goal: year - 2010 }));
    await employees.insertFamily(jones, { reviews: [{ year: 2012 }, { year: 2013 }], goals });
    const { reviews, goals: all } = await employees.family(jones);
    expect([reviews.length, all.map(({ goal }) => goal)]).toEqual([2, [2, 3]]);
    const year = await employees.reviews.familyOrThrow({ ...jones, year: 2013 });
    expect([year.parent.year, year.goals.map(({ goal }) => goal)]).toEqual([2013, [3]]);
    expect(await employees.reviews.goals.of(reviews[0]!).count()).toBe(1);
    expect(await employees.goals.of(jones).count()).toBe(2);
    expect(await employees.reviews.query(sales).scan('partition').count()).toBe(2);
    const some = await new WithoutGoals(storage.store(), { table }).family(jones);
    expect([some.parent?.id, some.reviews.length]).toEqual([123, 2]);
    expect(await employees.reviews.deleteFamily({ ...jones, year: 2012 })).toBe(2);
    expect(await employees.deleteFamily(jones)).toBe(3);
  });
});

describe('classes that inherit from each other', () => {
  @Entity({ discriminator, type: 'FinalReview' })
  class FinalReview extends Review {
    static override readonly key = key({
      partition: '{department}',
      row: 'empid_{id:06}_{year:04}_final',
    }) as never;
  }
  const Family = Repository(Employee).with(
    CompoundKey({ reviews: Review, final: FinalReview } as never) as never,
  );

  it('are told apart', async () => {
    const employees = new Family(storage.store(), {
      table: storage.emulator.uniqueName('Inherited'),
    }) as unknown as {
      insertFamily(...args: object[]): Promise<object>;
      family(key: object): Promise<object>;
    };
    await employees.insertFamily(jones, { reviews: [{ year: 2012 }], final: [{ year: 2013 }] });
    expect(plain(await employees.family(jones))).toEqual({
      parent: jones,
      reviews: [{ ...jones, year: 2012 }],
      final: [{ ...jones, year: 2013 }],
    });
  });
});

describe('rows that a pattern stores in another form', () => {
  const backwards = (text: unknown) => [...String(text)].toReversed().join('');
  /** Stands for encryption: a column is stored backwards. */
  const stored = (column: string): Pattern<EntityClass, {}> => {
    const turned = <T extends object>(cells: T): T =>
      column in cells ? { ...cells, [column]: backwards(cells[column as keyof T]) } : cells;
    return {
      name: 'Backwards',
      define: () => ({
        stage: {
          encode: (row) => ({ ...row, columns: turned(row.columns) }),
          decode: async (row) => turned(row),
        },
      }),
    };
  };
  class Secret extends Repository(Review).with(stored('comment')) {}
  class Employees extends Repository(Employee)
    .with(CompoundKey({ reviews: Secret }))
    .with(stored('email')) {}

  it('are read with the family as their own repositories read them', async () => {
    const table = storage.emulator.uniqueName('Staged');
    const employees = new Employees(storage.store(), { table });
    await employees.insertFamily({ ...jones, email: 'jo@x' }, { reviews: [{ year: 2012, comment: 'abc' }] });
    expect(await storedRows(storage.emulator, table)).toMatchObject({
      empid_000123: { email: 'String:x@oj' },
      empid_000123_2012: { comment: 'String:cba' },
    });
    const { parent, reviews } = await employees.family(jones);
    expect([parent?.email, reviews.map(({ comment }) => comment)]).toEqual(['jo@x', ['abc']]);
    expect(await employees.families(sales).all()).toEqual([{ parent, reviews }]);
    await employees.reviews.update(reviews[0]!, { comment: 'xyz' });
    expect((await employees.reviews.get({ ...jones, year: 2012 }))?.comment).toBe('xyz');
    expect(await employees.deleteFamily(jones)).toBe(2);
  });
});

describe('keys of converted values', () => {
  const convert = { to: (value: string) => value.toLowerCase(), from: (stored: string) => stored };

  @Entity({ table: 'Teams', discriminator })
  class Team {
    static readonly key = key({ partition: '{league}', row: 'team_{name}_' });
    @Text() league!: string;
    @Text({ convert }) name!: string;
  }

  @Entity({ table: 'Teams', discriminator })
  class Player {
    static readonly key = key({ partition: '{league}', row: 'team_{name}_{number:02}' });
    @Text() league!: string;
    @Text({ convert }) name!: string;
    @Int32() number!: number;
  }
  class Teams extends Repository(Team).with(CompoundKey({ players: Player })) {}

  it('belong together however they are given', async () => {
    const teams = new Teams(storage.store(), { table: storage.emulator.uniqueName('Teams') });
    await teams.insertFamily(
      { league: 'a', name: 'Red_Sox' },
      { players: [{ number: 1 }, { name: 'RED_SOX', number: 2 }] },
    );
    for (const name of ['red_sox', 'Red_Sox']) {
      const { parent, players } = await teams.family({ league: 'a', name });
      expect([parent?.name, players.length]).toEqual(['red_sox', 2]);
      expect(await teams.families({ league: 'a', name }).all()).toHaveLength(1);
      expect(await teams.players.of({ league: 'a', name }).count()).toBe(2);
    }
    expect(await teams.deleteFamily({ league: 'a', name: 'RED_SOX' })).toBe(3);
  });
});
