import { afterAll, beforeAll } from 'vitest';
import { type StubServer, startStubServer } from '../../src/server/stub/stub-server.js';

/** One stub for the tests of a file, in this process. */
export function useStub(): () => StubServer {
  let stub: StubServer;
  beforeAll(async () => {
    stub = await startStubServer();
  });
  afterAll(() => stub.close());
  return () => stub;
}
