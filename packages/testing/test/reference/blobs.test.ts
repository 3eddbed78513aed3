import type { BlockBlobUploadOptions } from '@azure/storage-blob';
import { referenceStorage } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../targets.js';

async function freshContainer() {
  const storage = referenceStorage();
  const container = (await storage.blobs()).getContainerClient('photos');
  await container.create();
  return { storage, container };
}

describe('the blob service of referenceStorage', () => {
  it('dates blobs by the clock', async () => {
    const { storage, container } = await freshContainer();
    const blob = container.getBlockBlobClient('a b/ü.txt');
    await blob.upload('one', 3);
    storage.clock.advance(60_000);
    const second = await blob.upload('two', 3);
    expect(second.lastModified).toEqual(new Date(storage.clock.now()));
    expect((await blob.getProperties()).createdOn).toEqual(new Date(storage.clock.now() - 60_000));
    expect((await blob.downloadToBuffer()).toString()).toBe('two');
  });

  it('takes streams', async () => {
    const { container } = await freshContainer();
    const bytes = Buffer.alloc(200_000, 'abc');
    const blob = container.getBlockBlobClient('stream');
    const { Readable } = await import('node:stream');
    await blob.uploadStream(Readable.from([bytes]), 64_000, 2);
    expect((await blob.downloadToBuffer()).equals(bytes)).toBe(true);
    const { readableStreamBody } = await blob.download(10, 5);
    const chunks: Buffer[] = [];
    for await (const chunk of readableStreamBody!) chunks.push(Buffer.from(chunk));
    expect(Buffer.concat(chunks).toString()).toBe(bytes.subarray(10, 15).toString());
  });

  it('keeps what was stored apart from the buffer that brought it', async () => {
    const { container } = await freshContainer();
    const bytes = Buffer.from('before');
    await container.getBlockBlobClient('x').upload(bytes, bytes.length);
    bytes.write('after!');
    expect((await container.getBlockBlobClient('x').downloadToBuffer()).toString()).toBe('before');
  });

  it('keeps the name of a deleted container for 30 seconds', async () => {
    const { storage, container } = await freshContainer();
    await container.delete();
    expect(await failureOf(container.create())).toMatchObject({
      code: 'ContainerBeingDeleted',
      statusCode: 409,
    });
    storage.clock.advance(30_000);
    await container.create();
  });

  it('says what is wrong with a name of too many segments', async () => {
    const { container } = await freshContainer();
    const blob = container.getBlockBlobClient('a/'.repeat(254).concat('a'));
    for (const call of [blob.upload('x', 1), blob.download()]) {
      expect(await failureOf(call)).toMatchObject({ statusCode: 400, code: 'InvalidUri' });
    }
  });

  it('refuses what it does not implement', async () => {
    const { container } = await freshContainer();
    const blob = container.getBlockBlobClient('x');
    await blob.upload('x', 1);
    expect(await failureOf(blob.getBlobLeaseClient().acquireLease(15))).toMatchObject({ statusCode: 501 });
    expect(await failureOf(blob.createSnapshot())).toMatchObject({ statusCode: 501 });
    expect(await failureOf(blob.deleteIfExists({ conditions: { leaseId: 'x' } }))).toMatchObject({
      statusCode: 501,
    });
    expect(await failureOf(container.getPageBlobClient('p').create(512))).toMatchObject({ statusCode: 501 });
  });

  it('refuses options that it would not heed', async () => {
    const { storage, container } = await freshContainer();
    const service = await storage.blobs();
    const blob = container.getBlockBlobClient('x');
    const upload = (options: BlockBlobUploadOptions) => () => blob.upload('x', 1, options);
    const immutabilityPolicy = { expiriesOn: new Date(storage.clock.now()), policyMode: 'Unlocked' } as const;
    const containerEncryptionScope = { defaultEncryptionScope: 'scope' };
    const calls = [
      () => service.createContainer('public', { access: 'blob' }),
      () => service.createContainer('scoped', { containerEncryptionScope }),
      () => service.listContainers({ includeDeleted: true }).next(),
      () => service.listContainers({ includeSystem: true }).next(),
      () => container.listBlobsFlat({ includeCopy: true }).next(),
      () => container.listBlobsFlat({ startFrom: 'b' }).next(),
      upload({ tier: 'Cool' }),
      upload({ encryptionScope: 'scope' }),
      upload({ immutabilityPolicy }),
      upload({ legalHold: true }),
      upload({ tags: { one: '1' } }),
      upload({ conditions: { leaseId: 'x' } }),
      upload({ conditions: { tagConditions: 'x' } }),
      () => blob.stageBlock('MQ==', 'x', 1, { transactionalContentCrc64: new Uint8Array(8) }),
      () => blob.stageBlock('MQ==', 'x', 1, { conditions: { leaseId: 'x' } }),
    ];
    for (const call of calls) {
      expect(await failureOf(call()), String(call)).toMatchObject({
        statusCode: 501,
        code: 'NotImplemented',
      });
    }
    await blob.upload('x', 1);
    const onlySnapshots = blob.delete({ deleteSnapshots: 'only' });
    expect(await failureOf(onlySnapshots)).toMatchObject({ statusCode: 501 });
    expect(await failureOf(blob.download(0, 1, { rangeGetContentCrc64: true }))).toMatchObject({
      statusCode: 501,
    });
    expect(await blob.exists()).toBe(true);
    await blob.delete({ deleteSnapshots: 'include' });
  });
});
