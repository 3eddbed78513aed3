import type { QueueClient } from '@azure/storage-queue';
import type { Case } from '../case.js';
import { outcome, statuses } from '../outcome.js';

async function texts(queue: QueueClient, numberOfMessages = 32): Promise<string[]> {
  const { receivedMessageItems } = await queue.receiveMessages({ numberOfMessages, visibilityTimeout: 1 });
  return receivedMessageItems.map(({ messageText }) => messageText);
}

export const queueCases: readonly Case[] = [
  {
    rule: 'Messages are handed out at most 32 at a time, in about the order in which they came',
    run: async (target) => {
      const queue = await target.queue();
      for (const text of ['a', 'b', 'c']) await queue.sendMessage(text);
      return [
        await texts(queue, 2),
        await texts(queue),
        await texts(queue),
        await outcome(queue.receiveMessages({ numberOfMessages: 33 })),
        (await outcome(queue.peekMessages({ numberOfMessages: 0 }))).slice(0, 3),
      ];
    },
    documented: [['a', 'b'], ['c'], [], '400 OutOfRangeQueryParameterValue', '400'],
  },
  {
    rule: 'A message is hidden while somebody has it, and counts how often that was',
    run: async (target) => {
      const queue = await target.queue();
      await queue.sendMessage('a');
      const first = (await queue.receiveMessages({ visibilityTimeout: 1 })).receivedMessageItems[0]!;
      const hidden = (await queue.peekMessages()).peekedMessageItems.length;
      await target.wait(1_100);
      const second = (await queue.receiveMessages()).receivedMessageItems[0]!;
      return [
        hidden,
        first.dequeueCount,
        second.dequeueCount,
        first.messageId === second.messageId,
        first.popReceipt === second.popReceipt,
      ];
    },
    documented: [0, 1, 2, true, false],
  },
  {
    rule: 'A message is deleted with its newest pop receipt',
    run: async (target) => {
      const queue = await target.queue();
      const sent = await queue.sendMessage('a');
      const { messageId, popReceipt } = (await queue.receiveMessages()).receivedMessageItems[0]!;
      return [
        await outcome(queue.deleteMessage(messageId, sent.popReceipt)),
        await outcome(queue.deleteMessage(messageId, popReceipt)),
        await outcome(queue.deleteMessage(messageId, popReceipt)),
      ];
    },
    documented: ['400 PopReceiptMismatch', 'ok', '404 MessageNotFound'],
  },
  {
    rule: 'A message that was only sent can be deleted and updated with the receipt of sending',
    run: async (target) => {
      const queue = await target.queue();
      const one = await queue.sendMessage('one');
      const two = await queue.sendMessage('two');
      const { popReceipt } = await queue.updateMessage(two.messageId, two.popReceipt, 'new', 0);
      const stale = await outcome(queue.updateMessage(two.messageId, two.popReceipt, 'x', 0));
      await queue.deleteMessage(one.messageId, one.popReceipt);
      return [popReceipt === two.popReceipt, stale, await texts(queue)];
    },
    documented: [false, '400 PopReceiptMismatch', ['new']],
  },
  {
    rule: 'An update may leave the text as it is',
    run: async (target) => {
      const queue = await target.queue();
      const { messageId, popReceipt } = await queue.sendMessage('kept');
      await queue.updateMessage(messageId, popReceipt, undefined, 0);
      return texts(queue);
    },
    documented: ['kept'],
  },
  {
    rule: 'Times lie within 7 days, and a message is visible before it expires',
    run: async (target) => {
      const queue = await target.queue();
      const week = 7 * 24 * 60 * 60;
      const put = (options: Parameters<QueueClient['sendMessage']>[1]) =>
        outcome(queue.sendMessage('a', options));
      const get = (visibilityTimeout: number) => outcome(queue.receiveMessages({ visibilityTimeout }));
      return [
        await put({ visibilityTimeout: week + 1 }),
        await put({ messageTimeToLive: 0 }),
        await put({ messageTimeToLive: 10, visibilityTimeout: 10 }),
        await put({ messageTimeToLive: -1, visibilityTimeout: 10 }),
        await put({ messageTimeToLive: 10 * week }),
        await get(0),
        await get(week + 1),
        await get(week),
      ].map((told) => told.slice(0, 3));
    },
    documented: ['400', '400', '400', 'ok', 'ok', '400', '400', 'ok'],
  },
  {
    rule: 'A message has at most 64 KiB',
    run: statuses(async (target) => {
      const queue = await target.queue();
      return [
        await outcome(queue.sendMessage('x'.repeat(65_536))),
        await outcome(queue.sendMessage('x'.repeat(65_537))),
      ];
    }),
    documented: ['ok', 413],
  },
  {
    rule: 'A message is text that XML can carry',
    run: async (target) => {
      const queue = await target.queue();
      await queue.sendMessage('<a>&amp; "ü😀" ]]>');
      return [await texts(queue), (await outcome(queue.sendMessage('\u0001'))).slice(0, 3)];
    },
    documented: [['<a>&amp; "ü😀" ]]>'], '400'],
    azurite: {
      does: 'Control characters are stored, and what comes back is no XML',
      outcome: [['<a>&amp; "ü😀" ]]>'], 'ok'],
    },
  },
  {
    rule: 'The count includes hidden messages; clearing removes all',
    run: async (target) => {
      const queue = await target.queue();
      await queue.sendMessage('a');
      await queue.sendMessage('b', { visibilityTimeout: 100 });
      const { approximateMessagesCount } = await queue.getProperties();
      await queue.clearMessages();
      return [approximateMessagesCount, (await queue.getProperties()).approximateMessagesCount];
    },
    documented: [2, 0],
  },
  {
    rule: 'Creating a queue again is fine with the same metadata, and else a conflict',
    run: async (target) => {
      const queue = await target.queue();
      const again = [await outcome(queue.create()), await outcome(queue.create({ metadata: { a: '1' } }))];
      await queue.setMetadata({ a: '2' });
      return [again, (await queue.getProperties()).metadata];
    },
    documented: [['ok', '409 QueueAlreadyExists'], { a: '2' }],
  },
  {
    rule: 'A queue name has 3 to 63 lower-case letters, digits and single dashes',
    run: statuses(async (target) => {
      const queues = await target.storage.rawQueues();
      const outcomes = [];
      for (const name of ['ab', 'Abc', 'a--b', '-abc', 'abc-', 'a'.repeat(64)]) {
        outcomes.push(await outcome(queues.createQueue(name)));
      }
      return outcomes;
    }),
    documented: [400, 400, 400, 400, 400, 400],
  },
  {
    rule: 'The name of a deleted queue stays taken for 30 seconds or more',
    run: async (target) => {
      const queue = await target.queue();
      await queue.delete();
      return outcome(queue.create());
    },
    documented: '409 QueueBeingDeleted',
    azurite: { does: 'It is free at once', outcome: 'ok' },
  },
  {
    rule: 'A queue that is not there cannot be used',
    run: async (target) => {
      const queue = (await target.storage.rawQueues()).getQueueClient(
        target.storage.uniqueName.lower('missing'),
      );
      return [
        await outcome(queue.sendMessage('a')),
        await outcome(queue.receiveMessages()),
        await outcome(queue.delete()),
        await outcome(queue.getProperties()),
      ];
    },
    documented: Array(4).fill('404 QueueNotFound'),
  },
  {
    rule: 'Queues are listed by name, page by page',
    run: async (target) => {
      const queues = await target.storage.rawQueues();
      const prefix = target.storage.uniqueName.lower('list');
      for (const end of ['a', 'b', 'c']) await queues.createQueue(prefix + end, { metadata: { end } });
      const listed = [];
      for await (const page of queues
        .listQueues({ prefix, includeMetadata: true })
        .byPage({ maxPageSize: 2 })) {
        listed.push(
          page.queueItems?.map(({ name, metadata }) => [name.slice(prefix.length), metadata?.['end']]),
        );
      }
      return listed;
    },
    documented: [
      [
        ['a', 'a'],
        ['b', 'b'],
      ],
      [['c', 'c']],
    ],
  },
];
