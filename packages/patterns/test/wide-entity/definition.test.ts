import {
  DefinitionError,
  Entity,
  Int32,
  key,
  LimitError,
  Repository,
  Text,
  transaction,
} from '@tablewright/core';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { WideEntity } from '@tablewright/patterns/wide-entity';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';
import { Survey } from './support/survey.js';
import { Surveys, survey } from './support/surveys.js';

const storage = useStorage();

@Entity({ table: 'Notes' })
class Note {
  static readonly key = key({ partition: 'all', row: '{name}' });
  @Text() name!: string;
  @Text() a?: string;
  @Text() b?: string;
  @Int32() c?: number;
  get words(): number {
    return 1;
  }
}

function refused(define: () => unknown): DefinitionError {
  try {
    define();
  } catch (error) {
    expect(error).toBeInstanceOf(DefinitionError);
    return error as DefinitionError;
  }
  throw new Error('it was accepted');
}

describe('definition', () => {
  it('names properties of the class', () => {
    Repository(Note).with(WideEntity({ first: ['a', 'c'] }));
    // @ts-expect-error there is no such property
    expect(refused(() => Repository(Note).with(WideEntity({ first: ['x'] }))).message).toMatch(/'x'/);
    // @ts-expect-error there is no such option
    expect(refused(() => Repository(Note).with(WideEntity({ last: ['a'] }))).message).toMatch(/'last'/);
    expect(refused(() => Repository(Note).with(WideEntity({ first: ['words'] }))).message).toMatch(/words/);
    expect(refused(() => Repository(Note).with(WideEntity(1 as never))).message).toMatch(/options/);
    expect(refused(() => Repository(Note).with(WideEntity({ first: 'a' } as never))).message).toMatch(
      /array/,
    );
  });

  it('once for each repository', () => {
    const { details } = refused(() => Repository(Note).with(WideEntity()).with(WideEntity()));
    expect(details.rule).toBe('PATTERN_CLASH');
  });

  it('an index has to say what it carries, whichever comes first', () => {
    const index = () =>
      IntraPartitionIndex<typeof Note, { byA: { row: 'a_{a}' } }>({ byA: { row: 'a_{a}' } });
    const note = class extends Note {
      static override readonly key = key({ partition: 'all', row: 'note_{name}' }) as never;
    };
    for (const define of [
      () =>
        Repository(note as never)
          .with(WideEntity() as never)
          .with(index() as never),
      () =>
        Repository(note as never)
          .with(index() as never)
          .with(WideEntity() as never),
    ]) {
      const { details, message } = refused(define);
      expect(details).toMatchObject({ rule: 'PATTERN_CONFLICTS', property: 'byA' });
      expect(message).toMatch(/project/);
    }
  });

  it('not on Cosmos DB, which keeps no order', () => {
    const { details, message } = refused(() => new Surveys(storage.store({ profile: 'cosmos' })));
    expect(details.rule).toBe('PATTERN_UNSUPPORTED');
    expect(message).toMatch(/no order/);
  });

  it('a class of more than 252 columns needs it', () => {
    expect(refused(() => new (Repository(Survey))(storage.store())).message).toMatch(/WideEntity/);
  });
});

describe('limits', () => {
  it('what the primary row has to hold must fit it', async () => {
    const first = Array.from({ length: 40 }, (_, i) => `t${String(i).padStart(2, '0')}`);
    class Pinned extends Repository(Survey).with(WideEntity({ first: first as 't00'[] })) {}
    const surveys = new Pinned(storage.store(), { table: storage.emulator.uniqueName('Pinned') });
    await surveys.insert(survey(1, 250, 40, 10_000));
    expect((await surveys.getOrThrow({ region: 'north', id: 1 })).t39).toHaveLength(10_000);
    const { requests } = await storage.emulator.http.record(() =>
      expect(surveys.insert(survey(2, 250, 40, 32_000))).rejects.toBeInstanceOf(LimitError),
    );
    expect(requests).toEqual([]);
  });

  it('a value is still at most 64 KiB, and a key leaves room for the names of further rows', async () => {
    const surveys = new Surveys(storage.store(), { table: storage.emulator.uniqueName('Limits') });
    await expect(surveys.insert(survey(1, 250, 1, 32_769))).rejects.toBeInstanceOf(LimitError);
    const notes = new (Repository(Note).with(WideEntity()))(storage.store(), {
      table: storage.emulator.uniqueName('Notes'),
    });
    await notes.insert({ name: 'n'.repeat(512), a: 'short' });
    expect((await notes.getOrThrow({ name: 'n'.repeat(512) })).a).toBe('short');
  });

  it('keys of text that begin alike stay apart', async () => {
    const notes = new (Repository(Note).with(WideEntity()))(storage.store(), {
      table: storage.emulator.uniqueName('Notes'),
    });
    const names = ['jo', 'jo ', 'jo ann', 'jo  ', 'jo!', 'joe', 'jo\u{1F600}', "jo'", 'jo%20'];
    for (const name of names) await notes.insert({ name, a: name });
    for (const name of names) expect((await notes.getOrThrow({ name })).a).toBe(name);
    const listed = await notes.query({}).scan('partition').all();
    expect(listed.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  it('in a transaction an entity that does not fit is refused, not divided; bulk writes it on its own', async () => {
    const surveys = new Surveys(storage.store(), { table: storage.emulator.uniqueName('Bulk') });
    const report = await surveys.bulk([
      { insert: survey(1, 250, 3) },
      { insert: survey(2, 250, 70, 32_000) },
      { insert: survey(3, 5) },
    ]);
    expect(report.done).toBe(3);
    expect((await surveys.getOrThrow({ region: 'north', id: 2 })).t69).toHaveLength(32_000);
    const together = transaction()
      .insert(surveys, survey(4, 5))
      .insert(surveys, survey(5, 250, 70, 32_000));
    await expect(together.commit()).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
    expect(await surveys.get({ region: 'north', id: 4 })).toBeUndefined();
    await transaction()
      .insert(surveys, survey(4, 250, 4))
      .update(surveys, { region: 'north', id: 3 }, { n000: 1 })
      .commit();
    expect((await surveys.getOrThrow({ region: 'north', id: 4 })).n249).toBe(249 * 7 + 4);
  });
});
