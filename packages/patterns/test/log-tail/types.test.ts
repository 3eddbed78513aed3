import { DateTime, Entity, key, type Query, Repository, Text } from '@tablewright/core';
import { LogTail, type Tail } from '@tablewright/patterns/log-tail';
import { expectTypeOf, it } from 'vitest';
import {
  Expense,
  type Expenses,
  LogEvent,
  type LogEvents,
  Reading,
  type Readings,
} from '../support/expense.js';

declare const expenses: Expenses;
declare const events: LogEvents;
declare const readings: Readings;

@Entity({ table: 'T' })
class Untied {
  static readonly key = key({ partition: '{log}', row: '{at:desc}' });
  @Text() log!: string;
  @DateTime() at!: Date;
  @Text() id!: string;
}

@Entity({ table: 'T' })
class OldestFirst {
  static readonly key = key({ partition: '{log}', row: '{at}_{id}' });
  @Text() log!: string;
  @DateTime() at!: Date;
  @Text() id!: string;
}

it('types', () => {
  const use = async () => {
    expectTypeOf(await expenses.append({ employee: 'e' })).toEqualTypeOf<Expense>();
    await expenses.append({ employee: 'e', submitted: new Date(), id: 'x', amount: 1 });
    await expenses.append(new Expense());
    // @ts-expect-error the log is missing
    await expenses.append({ amount: 1 });
    // @ts-expect-error no such property
    await expenses.append({ employee: 'e', colour: 'red' });
    // @ts-expect-error ticks are for a property of ticks
    await expenses.append({ employee: 'e', submitted: 5n });
    const [view] = await expenses.latest({ employee: 'e' }, 1).select('amount').all();
    // @ts-expect-error views are not written
    await expenses.append(view!);
    expectTypeOf(expenses.latest({ employee: 'e' }, 1)).toEqualTypeOf<Query<Expense, typeof Expense.key>>();
    // @ts-expect-error the log is missing
    expenses.latest({}, 1);
    // @ts-expect-error not what names a log
    expenses.latest({ id: 'x' }, 1);
    // @ts-expect-error how many
    expenses.latest({ employee: 'e' });
    expenses.since({ employee: 'e' }, new Date());
    // @ts-expect-error the property holds Dates
    expenses.since({ employee: 'e' }, 5n);
    readings.since({ sensor: 's' }, 5n);
    readings.between({ sensor: 's' }, new Date(), 5n);
    // @ts-expect-error both ends
    readings.between({ sensor: 's' }, new Date());
    events.latest({ app: 'a', level: 'info' }, 5);
    // @ts-expect-error the level stands in front of the time
    events.latest({ app: 'a' }, 5);
    await events.append({ app: 'a', level: 'info' });
    const tail = events.tail({ app: 'a', level: 'info' }, { since: 5n, interval: 5, overlap: 5 });
    expectTypeOf(tail).toEqualTypeOf<Tail<LogEvent>>();
    expectTypeOf(tail.cursor).toEqualTypeOf<string>();
    for await (const event of tail) expectTypeOf(event).toEqualTypeOf<LogEvent>();
    // @ts-expect-error the property holds Dates
    expenses.tail({ employee: 'e' }, { since: 5n });
    // @ts-expect-error no such option
    expenses.tail({ employee: 'e' }, { from: new Date() });
  };
  void use;
  const declare = () => {
    const E = Repository(Expense);
    E.with(LogTail({ at: 'submitted', tie: 'id' }));
    E.with(LogTail({ at: 'submitted' }));
    // @ts-expect-error no such property
    E.with(LogTail({ at: 'when', tie: 'id' }));
    // @ts-expect-error not a time
    E.with(LogTail({ at: 'id' }));
    // @ts-expect-error not text
    E.with(LogTail({ at: 'submitted', tie: 'amount' }));
    // @ts-expect-error not behind the time
    E.with(LogTail({ at: 'submitted', tie: 'employee' }));
    // @ts-expect-error no such option
    E.with(LogTail({ at: 'submitted', tie: 'id', desc: true }));
    // @ts-expect-error the time is missing
    E.with(LogTail({}));
    // @ts-expect-error two entries of one millisecond would share a key
    Repository(Untied).with(LogTail({ at: 'at' }));
    // @ts-expect-error not behind the time
    Repository(Untied).with(LogTail({ at: 'at', tie: 'id' }));
    // @ts-expect-error the row template needs {at:desc}
    Repository(OldestFirst).with(LogTail({ at: 'at', tie: 'id' }));
    Repository(Reading).with(LogTail({ at: 'at' }));
    Repository(LogEvent)
      .with(LogTail({ at: 'at', tie: 'id' }))
      // @ts-expect-error it has these members already
      .with(LogTail({ at: 'at', tie: 'id' }));
  };
  void declare;
});
