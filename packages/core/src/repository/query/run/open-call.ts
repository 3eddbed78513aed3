import type { CallOptions, CallScope, TableStore } from '../../../store/index.js';

/** A call that lasts until it is closed: an iteration, however long its consumer takes. */
export interface OpenCall<O> {
  readonly scope: CallScope;
  readonly options: O;
  close(): void;
}

export function openCall<O extends CallOptions>(
  store: TableStore,
  options: O | undefined,
): Promise<OpenCall<O>> {
  return new Promise((resolve, reject) => {
    const untilClosed = (scope: CallScope, given: O) =>
      new Promise<void>((close) => resolve({ scope, options: given, close }));
    store.within(options, untilClosed).catch(reject);
  });
}
