import { referenceStorage } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../targets.js';

async function freshQueue() {
  const storage = referenceStorage();
  const queue = (await storage.queues()).getQueueClient('orders');
  await queue.create();
  return { storage, queue };
}

describe('the queue service of referenceStorage', () => {
  it('hides a message until its time has come by the clock', async () => {
    const { storage, queue } = await freshQueue();
    await queue.sendMessage('hello', { visibilityTimeout: 10 });
    expect((await queue.receiveMessages()).receivedMessageItems).toEqual([]);
    storage.clock.advance(10_000);

    const [first] = (await queue.receiveMessages({ visibilityTimeout: 5 })).receivedMessageItems;
    expect(first).toMatchObject({ messageText: 'hello', dequeueCount: 1 });
    expect(first!.nextVisibleOn).toEqual(new Date(storage.clock.now() + 5_000));
    expect((await queue.peekMessages()).peekedMessageItems).toEqual([]);
    expect((await queue.getProperties()).approximateMessagesCount).toBe(1);

    storage.clock.advance(5_000);
    const [again] = (await queue.receiveMessages()).receivedMessageItems;
    expect(again).toMatchObject({ messageId: first!.messageId, dequeueCount: 2 });
    expect(await failureOf(queue.deleteMessage(first!.messageId, first!.popReceipt))).toMatchObject({
      code: 'PopReceiptMismatch',
      statusCode: 400,
    });
    await queue.deleteMessage(again!.messageId, again!.popReceipt);
    expect(await failureOf(queue.deleteMessage(again!.messageId, again!.popReceipt))).toMatchObject({
      code: 'MessageNotFound',
      statusCode: 404,
    });
  });

  it('forgets messages whose time is over', async () => {
    const { storage, queue } = await freshQueue();
    await queue.sendMessage('short', { messageTimeToLive: 60 });
    await queue.sendMessage('week');
    await queue.sendMessage('ever', { messageTimeToLive: -1 });
    const texts = () => [...storage.snapshot().queues.get('orders')!].map(({ text }) => text);
    storage.clock.advance(60_000);
    expect(texts()).toEqual(['week', 'ever']);
    storage.clock.advance(7 * 24 * 60 * 60_000);
    expect(texts()).toEqual(['ever']);
  });

  it('carries any text that XML can carry', async () => {
    const { queue } = await freshQueue();
    const text = ' <a href="x">&amp; \t\r\n ü 🎈 ]]> \u2028 ';
    await queue.sendMessage(text);
    const [message] = (await queue.receiveMessages()).receivedMessageItems;
    // Every reader of XML makes one line feed of the two characters.
    expect(message!.messageText).toBe(text.replace('\r\n', '\n'));
    const { popReceipt } = await queue.updateMessage(message!.messageId, message!.popReceipt, 'other', 0);
    const [updated] = (await queue.receiveMessages()).receivedMessageItems;
    expect(updated!.messageText).toBe('other');
    expect(updated!.popReceipt).not.toBe(popReceipt);
    expect(await failureOf(queue.sendMessage('\u0001'))).toMatchObject({ code: 'InvalidXmlDocument' });
  });

  it('keeps the name of a deleted queue for 30 seconds', async () => {
    const { storage, queue } = await freshQueue();
    await queue.delete();
    expect(await failureOf(queue.create())).toMatchObject({ code: 'QueueBeingDeleted', statusCode: 409 });
    storage.clock.advance(30_000);
    await queue.create();
  });
});
