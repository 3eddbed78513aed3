import { Entity, Int32, Int64, key, Repository, Text } from '@tablewright/core';
import { DataSeries, wholeNumbers } from '@tablewright/patterns/data-series';
import { denormalize } from '@tablewright/patterns/denormalization';
import { IndexEntities } from '@tablewright/patterns/index-entities';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { Summary, summarizeOnParent } from '@tablewright/patterns/summary';

// Entities with everything that one transaction may hold, for programs that write them at the same time.

@Entity({ table: 'Library' })
export class Author {
  static readonly key = key({ partition: '{shelf}', row: 'author_{id:01}' });
  @Text() shelf!: string;
  @Int32() id!: number;
  @Text() name!: string;
  @Int64() books?: bigint;
  @Int64() pages?: bigint;
}

/** Only copied from: nothing else guards its row. */
@Entity({ table: 'Library' })
export class Publisher {
  static readonly key = key({ partition: '{shelf}', row: 'publisher_{id:01}' });
  @Text() shelf!: string;
  @Int32() id!: number;
  @Text() name!: string;
}

@Entity({ table: 'Library' })
export class Book {
  static readonly key = key({ partition: '{shelf}', row: 'book_{no:02}' });
  @Text() shelf!: string;
  @Int32() no!: number;
  @Text() isbn!: string;
  @Int32() pages?: number;
  @Text() topic?: string;
  @Int32() authorId?: number;
  @Text() author?: string;
  @Int32() publisherId?: number;
  @Text() publisher?: string;
}

/** How often each page was read: more slots than one of its rows holds. */
@Entity({ table: 'Library' })
export class Readings {
  static readonly key = key({ partition: '{shelf}', row: 'readings_{no:02}' });
  @Text() shelf!: string;
  @Int32() no!: number;
}

const author = denormalize(Author, Book, {
  name: 'author',
  link: { id: 'authorId' },
  copy: { author: 'name' },
});
const publisher = denormalize(Publisher, Book, {
  name: 'publisher',
  link: { id: 'publisherId' },
  copy: { publisher: 'name' },
  referrers: { index: 'published_' },
});
const written = summarizeOnParent(Book, Author, {
  name: 'written',
  by: { shelf: 'shelf', id: 'authorId' },
  count: 'books',
  sum: { pages: 'pages' },
});

export class Authors extends Repository(Author).with(author.source).with(written.parent) {}
export class Publishers extends Repository(Publisher).with(publisher.source) {}
export class Books extends Repository(Book)
  .with(IntraPartitionIndex({ byIsbn: { row: 'isbn_{isbn}', unique: true, project: ['pages'] } }))
  .with(IndexEntities({ byTopic: { row: 'topic_{topic}' } }))
  .with(author.copies)
  .with(publisher.copies)
  .with(written.children)
  .with(
    Summary({
      shelved: { row: 'shelved', sum: ['pages'] },
      perTopic: { row: 'about_{topic}', sum: ['pages'], shards: 2 },
    }),
  ) {}
export class ReadingsRepository extends Repository(Readings).with(
  DataSeries({
    perPage: { slots: wholeNumbers(0, 3), type: 'int32', column: 'P{slot}', missing: 0, perRow: 2 },
  }),
) {}
