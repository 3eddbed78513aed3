/** The three storage services that share one account. */
export type StorageService = 'table' | 'queue' | 'blob';

/** Where each service answers, as far as it is known: `{ table: 'http://127.0.0.1:10002/devstoreaccount1' }`. */
export type ServiceUrls = { readonly [Service in StorageService]?: string };
