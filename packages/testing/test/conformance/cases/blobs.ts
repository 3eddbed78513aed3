import type { Case } from '../case.js';
import { outcome, statuses } from '../outcome.js';

const FOREIGN = '"0x8D0000000000FFF"';

export const blobCases: readonly Case[] = [
  {
    rule: 'A blob comes back as it was stored, with its headers and metadata',
    run: async (target) => {
      const blob = (await target.container()).getBlockBlobClient('folder/ü b.txt');
      await blob.upload('hello', 5, {
        blobHTTPHeaders: {
          blobContentType: 'text/plain',
          blobCacheControl: 'no-cache',
          blobContentLanguage: 'de',
        },
        metadata: { one: '1' },
      });
      const properties = await blob.getProperties();
      const { contentType, cacheControl, contentLanguage, contentLength, metadata, blobType } = properties;
      const md5 = Buffer.from(properties.contentMD5!).toString('base64');
      const text = (await blob.downloadToBuffer()).toString();
      return [text, contentType, cacheControl, contentLanguage, contentLength, metadata, blobType, md5];
    },
    documented: [
      'hello',
      'text/plain',
      'no-cache',
      'de',
      5,
      { one: '1' },
      'BlockBlob',
      'XUFAKrxLKna5cZ2REBfFkg==',
    ],
  },
  {
    rule: 'A range brings its bytes, and none begins behind the end',
    run: async (target) => {
      const blob = (await target.container()).getBlockBlobClient('x');
      await blob.upload('0123456789', 10);
      return [
        (await blob.downloadToBuffer(2, 3)).toString(),
        (await blob.download(8, 100)).contentRange,
        await outcome(blob.download(10, 1)),
      ];
    },
    documented: ['234', 'bytes 8-9/10', '416 InvalidRange'],
    azurite: { does: 'One that begins at the end is answered', outcome: ['234', 'bytes 8-9/10', 'ok'] },
  },
  {
    rule: 'A write under conditions needs them to hold',
    run: async (target) => {
      const blob = (await target.container()).getBlockBlobClient('x');
      const upload = (conditions: object) => outcome(blob.upload('x', 1, { conditions }));
      const missing = await upload({ ifMatch: FOREIGN });
      const created = await upload({ ifNoneMatch: '*' });
      const { etag } = await blob.getProperties();
      return [
        missing,
        created,
        await upload({ ifNoneMatch: '*' }),
        await upload({ ifMatch: FOREIGN }),
        await upload({ ifMatch: etag }),
        await outcome(blob.setMetadata({}, { conditions: { ifMatch: etag! } })),
        await outcome(blob.delete({ conditions: { ifMatch: etag! } })),
      ];
    },
    documented: [
      '412 ConditionNotMet',
      'ok',
      '409 BlobAlreadyExists',
      '412 ConditionNotMet',
      'ok',
      '412 ConditionNotMet',
      '412 ConditionNotMet',
    ],
  },
  {
    rule: 'A read under conditions may find nothing new',
    run: async (target) => {
      const blob = (await target.container()).getBlockBlobClient('x');
      const { etag } = await blob.upload('x', 1);
      const read = (conditions: object) => outcome(blob.download(0, undefined, { conditions }));
      return [
        await read({ ifNoneMatch: etag }),
        await read({ ifNoneMatch: FOREIGN }),
        await read({ ifMatch: FOREIGN }),
        await read({ ifMatch: etag }),
      ].map((told) => told.slice(0, 3));
    },
    documented: ['304', 'ok', '412', 'ok'],
  },
  {
    rule: 'A blob that is not there is not found',
    run: async (target) => {
      const blob = (await target.container()).getBlockBlobClient('x');
      return [
        await outcome(blob.download()),
        await outcome(blob.delete()),
        await outcome(blob.setMetadata({})),
        await blob.exists(),
      ];
    },
    documented: ['404 BlobNotFound', '404 BlobNotFound', '404 BlobNotFound', false],
  },
  {
    rule: 'Bytes that are not what their MD5 says are refused',
    run: statuses(async (target) => {
      const blob = (await target.container()).getBlockBlobClient('x');
      await blob.upload('', 0);
      const block = Buffer.from('1').toString('base64');
      return outcome(blob.stageBlock(block, 'hello', 5, { transactionalContentMD5: Buffer.alloc(16) }));
    }),
    documented: 400,
  },
  {
    rule: 'A blob is made of the blocks that a list names',
    run: async (target) => {
      const blob = (await target.container()).getBlockBlobClient('x');
      const id = (text: string) => Buffer.from(text).toString('base64');
      for (const text of ['a', 'b', 'c']) await blob.stageBlock(id(text), text, 1);
      const before = await blob.exists();
      await blob.commitBlockList([id('c'), id('a')]);
      const text = (await blob.downloadToBuffer()).toString();
      await blob.stageBlock(id('d'), 'd', 1);
      const { committedBlocks, uncommittedBlocks } = await blob.getBlockList('all');
      await blob.commitBlockList([id('a'), id('d')]);
      return [
        before,
        text,
        committedBlocks?.map(({ size }) => size),
        uncommittedBlocks?.map(({ name }) => name),
        (await blob.downloadToBuffer()).toString(),
        await outcome(blob.commitBlockList([id('x')])),
        await outcome(blob.commitBlockList([id('b')])),
      ];
    },
    documented: [false, 'ca', [1, 1], ['ZA=='], 'ad', '400 InvalidBlockList', '400 InvalidBlockList'],
  },
  {
    rule: 'The ids of a blob’s blocks are of one length',
    run: statuses(async (target) => {
      const blob = (await target.container()).getBlockBlobClient('x');
      const id = (text: string) => Buffer.from(text).toString('base64');
      await blob.stageBlock(id('a'), 'a', 1);
      return [
        await outcome(blob.stageBlock(id('four'), 'a', 1)),
        await outcome(blob.stageBlock(id('a'.repeat(65)), 'a', 1)),
      ];
    }),
    documented: [400, 400],
  },
  {
    rule: 'An append blob grows at its end, where conditions allow it',
    run: async (target) => {
      const blob = (await target.container()).getAppendBlobClient('log');
      const missing = await outcome(blob.appendBlock('x', 1));
      await blob.create();
      const first = await blob.appendBlock('one', 3, { conditions: { appendPosition: 0 } });
      const second = await blob.appendBlock('two', 3, { conditions: { maxSize: 6 } });
      return [
        missing,
        first.blobAppendOffset,
        second.blobAppendOffset,
        second.blobCommittedBlockCount,
        await outcome(blob.appendBlock('x', 1, { conditions: { appendPosition: 0 } })),
        await outcome(blob.appendBlock('x', 1, { conditions: { maxSize: 6 } })),
        await outcome(blob.appendBlock('x', 1, { conditions: { ifMatch: first.etag! } })),
        (await blob.downloadToBuffer()).toString(),
      ];
    },
    documented: [
      '404 BlobNotFound',
      '0',
      '3',
      2,
      '412 AppendPositionConditionNotMet',
      '412 MaxBlobSizeConditionNotMet',
      '412 ConditionNotMet',
      'onetwo',
    ],
  },
  {
    rule: 'A blob is written in the way of its type',
    run: async (target) => {
      const container = await target.container();
      await container.getBlockBlobClient('block').upload('x', 1);
      await container.getAppendBlobClient('append').create();
      return [
        await outcome(container.getAppendBlobClient('block').appendBlock('x', 1)),
        await outcome(container.getBlockBlobClient('append').stageBlock('MQ==', 'x', 1)),
      ];
    },
    documented: ['409 InvalidBlobType', '409 InvalidBlobType'],
  },
  {
    rule: 'Blobs are listed by name, by prefix, page by page, and folded at a delimiter',
    run: async (target) => {
      const container = await target.container();
      for (const name of ['b/2', 'a', 'b/1', 'c', 'B']) {
        await container.getBlockBlobClient(name).upload(name, name.length, { metadata: { name: name[0]! } });
      }
      const flat = [];
      for await (const page of container
        .listBlobsFlat({ includeMetadata: true })
        .byPage({ maxPageSize: 2 })) {
        flat.push(page.segment.blobItems.map(({ name, metadata }) => [name, metadata?.['name']]));
      }
      const folded = [];
      for await (const item of container.listBlobsByHierarchy('/')) folded.push([item.kind, item.name]);
      const below = [];
      for await (const item of container.listBlobsByHierarchy('/', { prefix: 'b/' })) below.push(item.name);
      return [flat, folded.sort(), below];
    },
    documented: [
      [
        [
          ['B', 'B'],
          ['a', 'a'],
        ],
        [
          ['b/1', 'b'],
          ['b/2', 'b'],
        ],
        [['c', 'c']],
      ],
      [
        ['blob', 'B'],
        ['blob', 'a'],
        ['blob', 'c'],
        ['prefix', 'b/'],
      ],
      ['b/1', 'b/2'],
    ],
  },
  {
    rule: 'A blob’s name has at most 1,024 characters, in at most 254 path segments',
    run: statuses(async (target) => {
      const container = await target.container();
      const outcomes = [];
      for (const name of ['a/'.repeat(253).concat('a'), 'a/'.repeat(254).concat('a'), 'a'.repeat(1_025)]) {
        outcomes.push(await outcome(container.getBlockBlobClient(name).upload('x', 1)));
      }
      return outcomes;
    }),
    documented: ['ok', 400, 400],
    azurite: { does: 'Any name is taken', outcome: ['ok', 'ok', 'ok'] },
  },
  {
    rule: 'A page of blobs may end before any name',
    run: async (target) => {
      const container = await target.container();
      const names = [' a ', '&', '&amp;', '001', '<b>', 'c"', "d'", 'e]]>', 'ü', '😀'];
      for (const name of names)
        await container.getBlockBlobClient(name).upload('', 0, { metadata: { name: '&<' } });
      const flat = [];
      for await (const page of container
        .listBlobsFlat({ includeMetadata: true })
        .byPage({ maxPageSize: 1 })) {
        for (const { name, metadata } of page.segment.blobItems) flat.push([name, metadata?.['name']]);
      }
      const folded = [];
      const prefix = '&';
      for await (const page of container.listBlobsByHierarchy(';', { prefix }).byPage({ maxPageSize: 1 })) {
        for (const { name } of [...page.segment.blobItems, ...(page.segment.blobPrefixes ?? [])])
          folded.push(name);
      }
      return [flat, folded];
    },
    documented: [
      [' a ', '&', '&amp;', '001', '<b>', 'c"', "d'", 'e]]>', 'ü', '😀'].map((name) => [name, '&<']),
      ['&', '&amp;'],
    ],
  },
  {
    rule: 'A container is created once, and is listed',
    run: async (target) => {
      const container = await target.container();
      await container.setMetadata({ a: '1' });
      const names = [];
      for await (const { name } of (await target.storage.rawBlobs()).listContainers({
        prefix: container.containerName,
      })) {
        names.push(name);
      }
      const missing = (await target.storage.rawBlobs()).getContainerClient('missing');
      return [
        await outcome(container.create()),
        names.length,
        (await container.getProperties()).metadata,
        await outcome(missing.delete()),
        await outcome(missing.getBlockBlobClient('x').upload('x', 1)),
      ];
    },
    documented: [
      '409 ContainerAlreadyExists',
      1,
      { a: '1' },
      '404 ContainerNotFound',
      '404 ContainerNotFound',
    ],
  },
  {
    rule: 'The name of a deleted container stays taken for 30 seconds or more',
    run: async (target) => {
      const container = await target.container();
      await container.delete();
      return outcome(container.create());
    },
    documented: '409 ContainerBeingDeleted',
    azurite: { does: 'It is free at once', outcome: 'ok' },
  },
];
