export { VirtualClock } from './clock/virtual-clock.js';
export type { RespondOptions } from './faults/error-response.js';
export type { Exchange, Fault } from './faults/fault.js';
export type { InjectedFault, InjectOptions } from './faults/fault-list.js';
export { faults } from './faults/index.js';
export type { NetworkFaultOptions } from './faults/network-error.js';
export type {
  InstrumentedHttpClient,
  InstrumentOptions,
  Recording,
  RequestListener,
} from './http/instrument.js';
export { instrument } from './http/instrument.js';
export type { RecordedRequest } from './http/recorded-request.js';
export type { SdkHttpClient } from './http/sdk-http-client.js';
export type { ReferenceStorage, ReferenceStorageOptions } from './reference/reference-storage.js';
export { referenceStorage } from './reference/reference-storage.js';
export type { ReferenceSnapshot, StoredCell, StoredEntity, StoredMessage } from './reference/snapshot.js';
export type { Paging } from './reference/table/paging.js';
export type { ServiceUrls, StorageService } from './service.js';
export type { EmbeddedStorage, EmbeddedStorageOptions } from './storage/embedded-storage.js';
export { embeddedStorage } from './storage/embedded-storage.js';
export type { UniqueName } from './storage/unique-name.js';
export { uniqueName } from './storage/unique-name.js';
