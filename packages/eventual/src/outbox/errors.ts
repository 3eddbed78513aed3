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

/** What an outbox needs of an account. */
export type OutboxPart = { readonly queue: string } | { readonly registry: string };

/** The queue, or the registry, cannot be reached, and without it what follows might be lost. Nothing was written. */
export class OutboxUnavailableError extends TablewrightError<
  'OUTBOX_UNAVAILABLE',
  { readonly queue?: string; readonly registry?: string }
> {
  constructor(part: OutboxPart, cause: unknown) {
    const what =
      'queue' in part ? `queue '${part.queue}'` : `table '${part.registry}', the registry of the outbox,`;
    super('OUTBOX_UNAVAILABLE', `The ${what} cannot be reached, and nothing was written. Try again.`, part, {
      cause,
    });
  }
}
