import { TablewrightError } from '@tablewright/core';

/** An outbox was given a derivation that it does not know how to carry out. Nothing was sent. */
export class DerivationUnfitError extends TablewrightError<
  'DERIVATION_UNFIT',
  { readonly entity: string; readonly derivation: string }
> {
  constructor(entity: string, derivation: string) {
    super(
      'DERIVATION_UNFIT',
      `${entity}: '${derivation}' is nothing that a QueueOutbox can carry out. Make it with deferredRows().`,
      { entity, derivation },
    );
  }
}

/** The queue took no hint, and nobody but the workers would carry out what follows. Nothing was written. */
export class OutboxUnavailableError extends TablewrightError<
  'OUTBOX_UNAVAILABLE',
  { readonly queue: string }
> {
  constructor(queue: string, cause: unknown) {
    super(
      'OUTBOX_UNAVAILABLE',
      `The queue '${queue}' cannot be reached, and nothing was written. Try again; with mode: 'inline' writers go on without it.`,
      { queue },
      { cause },
    );
  }
}
