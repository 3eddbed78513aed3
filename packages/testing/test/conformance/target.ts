import {
  createDefaultHttpClient,
  createHttpHeaders,
  createPipelineRequest,
  type HttpMethods,
} from '@azure/core-rest-pipeline';
import type { TableClient } from '@azure/data-tables';
import type { ContainerClient } from '@azure/storage-blob';
import type { QueueClient } from '@azure/storage-queue';
import { type EmbeddedStorage, embeddedStorage, referenceStorage } from '@tablewright/testing';

/** A request that no SDK would send. */
export interface RawRequest {
  readonly method?: HttpMethods;
  /** Below the account. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came back. */
export interface RawReply {
  readonly status: number;
  readonly text: string;
  header(name: string): string | undefined;
}

/** A storage account that the cases are tried on, through the SDKs as they are. */
export interface Target {
  readonly name: 'reference' | 'azurite';
  readonly storage: EmbeddedStorage;
  /** New and empty. */
  table(): Promise<TableClient>;
  queue(): Promise<QueueClient>;
  container(): Promise<ContainerClient>;
  /** Signed like any other request to the tables. */
  send(table: TableClient, request: RawRequest): Promise<RawReply>;
  /** Lets time pass. */
  wait(ms: number): Promise<void>;
}

export const targetNames = ['reference', 'azurite'] as const;

export async function openTarget(name: Target['name']): Promise<Target> {
  const reference = name === 'reference' ? referenceStorage() : undefined;
  const storage = reference ?? (await embeddedStorage());
  const httpClient = reference?.service ?? createDefaultHttpClient();
  return {
    name,
    storage,
    async table() {
      const table = storage.rawTable(storage.uniqueName('Case'));
      await table.createTable();
      return table;
    },
    async queue() {
      const queue = (await storage.rawQueues()).getQueueClient(storage.uniqueName.lower('case'));
      await queue.create();
      return queue;
    },
    async container() {
      const container = (await storage.rawBlobs()).getContainerClient(storage.uniqueName.lower('case'));
      await container.create();
      return container;
    },
    async send(table, { method = 'GET', path, headers = {}, body }) {
      const request = createPipelineRequest({
        url: `${storage.urls.table}/${path}`,
        method,
        headers: createHttpHeaders({
          accept: 'application/json;odata=nometadata',
          'x-ms-version': '2019-02-02',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        }),
        allowInsecureConnection: true,
        ...(body !== undefined && { body }),
      });
      const reply = await table.pipeline.sendRequest(httpClient, request);
      return {
        status: reply.status,
        text: reply.bodyAsText ?? '',
        header: (header) => reply.headers.get(header),
      };
    },
    wait: async (ms) => {
      if (reference) reference.clock.advance(ms);
      else await new Promise((resolve) => setTimeout(resolve, ms));
    },
  };
}
