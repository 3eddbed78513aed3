import {
  DateTime,
  Double,
  type EmbeddedCopies,
  Entity,
  Int32,
  key,
  type Pattern,
  Repository,
  Text,
  transaction,
  verify,
} from '@tablewright/core';
import { InterPartitionIndex } from '@tablewright/eventual/inter-partition-index';
import { CompoundKey } from '@tablewright/patterns/compound-key';
import { DataSeries, hoursOfDay } from '@tablewright/patterns/data-series';
import { IndexEntities } from '@tablewright/patterns/index-entities';
import { Inheritance } from '@tablewright/patterns/inheritance';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { LogTail } from '@tablewright/patterns/log-tail';
import { Summary } from '@tablewright/patterns/summary';
import { WideEntity } from '@tablewright/patterns/wide-entity';
import { describe, expect, it } from 'vitest';
import { useStorage, workerFor } from '../support/storage.js';
import { systemRows, userRows } from '../support/stored-rows.js';

const storage = useStorage();

@Entity({ table: 'Staff', discriminator: 'Kind' })
class Employee {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Text() email!: string;
  @Text() lastName!: string;
  @Int32() salary?: number;
}

@Entity({ table: 'Staff', discriminator: 'Kind' })
class Review {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}_{year:04}' });
  @Text() department!: string;
  @Int32() id!: number;
  @Int32() year!: number;
  @Int32() rating?: number;
}

const byEmail = { partition: 'emails', row: 'email_{email}', project: ['lastName'] } as const;

class Staff extends Repository(Employee)
  .with(IntraPartitionIndex({ byMail: { row: 'mail_{email}', unique: true, project: [] } }))
  .with(InterPartitionIndex({ byEmail }))
  .with(Summary({ payroll: { row: 'summary', sum: ['salary'] } }))
  .with(IndexEntities({ byLastName: { row: 'lastname_{lastName}' } }))
  .with(CompoundKey({ reviews: Review })) {}

const jones = (id: number, more: Partial<Employee> = {}) => ({
  department: 'Sales',
  id,
  email: `${id}@x`,
  lastName: 'Jones',
  salary: 10,
  ...more,
});
const failure = (run: () => unknown): Error => {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected an error');
};

async function open<R>(
  Class: new (store: never, options: never) => R,
  more: object = {},
): Promise<{ repository: R; table: string; outbox: Awaited<ReturnType<typeof storage.outbox>> }> {
  const store = storage.store();
  const outbox = await storage.outbox(store);
  const table = storage.emulator.uniqueName('Composed');
  return { repository: new Class(store as never, { table, outbox, ...more } as never), table, outbox };
}

describe('beside other patterns of one entity', () => {
  it('all are kept by each write, whatever it is', async () => {
    const { repository: staff, table } = await open(Staff);
    await staff.insert(jones(1));
    await transaction()
      .insert(staff, jones(2))
      .update(staff, (await staff.get({ department: 'Sales', id: 1 }))!, { lastName: 'Smith' })
      .commit();
    await staff.reviews.insert({ department: 'Sales', id: 2, year: 2020, rating: 3 });
    await staff.bulk([{ insert: jones(3) }, { delete: { department: 'Sales', id: 2 }, force: true }]);
    await staff.modify({ department: 'Sales', id: 1 }, (one) => {
      one.email = 'new@x';
      one.salary = 12;
    });
    expect(Object.keys(await userRows(storage.emulator, table)).sort()).toEqual([
      'Sales | empid_000001',
      'Sales | empid_000002_2020',
      'Sales | empid_000003',
      'Sales | lastname_Jones',
      'Sales | lastname_Smith',
      'Sales | mail_3@x',
      'Sales | mail_new@x',
      'Sales | summary',
      'emails | email_3@x  Sales  empid_000003',
      'emails | email_new@x  Sales  empid_000001',
    ]);
    expect((await staff.payroll.get({ department: 'Sales' })).sum.salary).toBe(22n);
    expect((await staff.byEmail.entities({ email: 'new@x' }).all()).map(({ lastName }) => lastName)).toEqual([
      'Smith',
    ]);
    expect(await systemRows(storage.emulator, table, 'intent')).toEqual({});
    expect(await verify(staff)).toMatchObject({
      clean: true,
      derivations: ['byMail', 'payroll', 'byLastName', 'byEmail'],
    });
  });

  it('a refusal by one of them leaves nothing behind', async () => {
    const { repository: staff, table } = await open(Staff);
    await staff.insert(jones(1));
    const before = await userRows(storage.emulator, table);
    await expect(staff.insert(jones(2, { email: '1@x' }))).rejects.toMatchObject({
      code: 'UNIQUE_VIOLATION',
    });
    expect(await userRows(storage.emulator, table)).toEqual(before);
    expect(await systemRows(storage.emulator, table, 'intent')).toEqual({});
  });

  it('two repositories of one table share a transaction, and its outbox', async () => {
    const { repository: staff, table, outbox } = await open(Staff);
    const Reviews = Repository(Review).with(
      InterPartitionIndex({ byYear: { partition: 'year_{year:04}', row: 'year_{rating:01}', project: [] } }),
    );
    const reviews = new Reviews(storage.store(), { table, outbox });
    await transaction()
      .insert(staff, jones(1))
      .insert(reviews, { department: 'Sales', id: 1, year: 2020, rating: 3 })
      .commit();
    expect(await reviews.byYear.entities({ year: 2020 }).count()).toBe(1);
    expect(await staff.byEmail.entities({ email: '1@x' }).count()).toBe(1);
    const other = new Reviews(storage.store(), { table, outbox: await storage.outbox(storage.store()) });
    await expect(
      transaction()
        .insert(staff, jones(2))
        .insert(other, { department: 'Sales', id: 2, year: 2021, rating: 1 })
        .commit(),
    ).rejects.toMatchObject({ code: 'TRANSACTION_INVALID' });
  });

  it('log entries are indexed in a table of their own', async () => {
    @Entity({ table: 'Expenses' })
    class Expense {
      static readonly key = key({ partition: '{employee}', row: '{submitted:desc}_{id}' });
      @Text() employee!: string;
      @DateTime() submitted!: Date;
      @Text() id!: string;
      @Double() amount!: number;
    }
    const log = () => Repository(Expense).with(LogTail({ at: 'submitted', tie: 'id' }));
    const here = { partition: 'ids', row: 'id_{id}' } as const;
    expect(failure(() => log().with(InterPartitionIndex({ byId: here }))).message).toContain(
      'name another table',
    );
    const table = storage.emulator.uniqueName('Claims');
    const Expenses = log().with(InterPartitionIndex({ byId: { ...here, table } }));
    const { repository: expenses } = await open(Expenses);
    await expenses.append({ employee: 'jo', id: 'a', amount: 5, submitted: new Date(0) });
    expect((await expenses.byId.entities({ id: 'a' }).all()).map(({ amount }) => amount)).toEqual([5]);
    expect(Object.keys(await userRows(storage.emulator, table))).toEqual([
      'ids | id_a  jo  2534023007999999999',
    ]);
  });

  it('classes of a family have indexes of their own', async () => {
    @Entity({ table: 'People', discriminator: 'Kind' })
    abstract class Person {
      static readonly key = key({ partition: '{country}', row: 'person_{id:06}' });
      @Text() country!: string;
      @Int32() id!: number;
      @Text() name!: string;
    }
    @Entity({ type: 'clerk' })
    class Clerk extends Person {
      @Text() email?: string;
    }
    @Entity({ type: 'guest' })
    class Guest extends Person {
      @Text() host?: string;
    }
    class Clerks extends Repository(Clerk).with(
      InterPartitionIndex({ byEmail: { partition: 'emails', row: 'email_{email}', project: ['name'] } }),
    ) {}
    class People extends Inheritance(Person, [Clerks, Guest]) {}
    const Hosted = (row: string) =>
      Repository(Guest).with(InterPartitionIndex({ byHost: { partition: 'hosts', row } } as never) as never);
    expect(failure(() => Inheritance(Person, [Clerks, Hosted('email_{host}')] as never)).message).toContain(
      'cannot be told apart',
    );
    expect(() => Inheritance(Person, [Clerks, Hosted('host_{host}')] as never)).not.toThrow();
    const { repository: people, table, outbox } = await open(People);
    const clerk = Object.assign(new Clerk(), { country: 'DE', id: 1, name: 'Jo', email: 'jo@x' });
    await people.insert(clerk);
    await people.insert(Object.assign(new Guest(), { country: 'DE', id: 2, name: 'Al', host: 'jo' }));
    const clerks = people.of(Clerk);
    expect((await clerks.byEmail.entities({ email: 'jo@x' }).all())[0]).toBeInstanceOf(Clerk);
    await people.update(clerk, { name: 'Joan' });
    expect((await clerks.byEmail.query({ email: 'jo@x' }).all()).map(({ name }) => name)).toEqual(['Joan']);
    await people.delete(clerk);
    expect(Object.keys(await userRows(storage.emulator, table))).toEqual(['DE | person_000002']);
    // Another kind under the key of one that is gone: its copies go, and nobody takes the guest for a clerk.
    await people.insert(clerk);
    const raw = storage.emulator.rawTable(table);
    await raw.updateEntity({ partitionKey: 'DE', rowKey: 'person_000001', Kind: 'guest' }, 'Merge');
    expect(await clerks.byEmail.entities({ email: 'jo@x' }).all()).toEqual([]);
    await workerFor(outbox, [clerks]).drain();
    expect(await verify(clerks)).toMatchObject({ counts: { stray: 1 } });
  });
});

describe('what cannot be together is refused, in either order', () => {
  const index = () => InterPartitionIndex({ byEmail } as never) as Pattern as never;
  const copies: EmbeddedCopies = {
    kind: 'embeddedCopies',
    name: 'managerName',
    state: 'ready',
    fingerprint: 'v1',
    columns: ['manager'],
    lookups: () => [],
    embed: () => undefined,
    spread: () => [],
  } as never;
  it.each<readonly [string, () => unknown, string]>([
    ['wide entities', () => WideEntity(), 'made from one row'],
    [
      'data series',
      () => DataSeries({ perHour: { slots: hoursOfDay(), type: 'int32', column: 'Count{slot}' } } as never),
      'past the outbox',
    ],
    [
      'embedded copies',
      () => ({ name: 'Copies', define: () => ({ derivations: [copies] }) }),
      'puts into its rows',
    ],
    [
      'an index within the partition that begins alike',
      () => IntraPartitionIndex({ other: { row: 'email_{lastName}' } } as never),
      'cannot be told apart',
    ],
  ])('%s', (_, pattern, message) => {
    for (const define of [
      () =>
        Repository(Employee)
          .with(index())
          .with(pattern() as never),
      () =>
        Repository(Employee)
          .with(pattern() as never)
          .with(index()),
    ]) {
      const error = failure(define) as Error & { code?: string };
      expect(error.code).toBe('DEFINITION_INVALID');
      expect(error.message).toContain(message);
    }
  });
});
