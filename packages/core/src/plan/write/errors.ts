import { TablewrightError } from '../../errors/index.js';

/** Another entity of the partition has this value already, and it must be unique. Nothing was written. */
export class UniqueViolationError extends TablewrightError<
  'UNIQUE_VIOLATION',
  { readonly entity: string; readonly index: string; readonly item: number }
> {
  constructor(entity: string, index: string, item: number, options?: ErrorOptions) {
    super(
      'UNIQUE_VIOLATION',
      `Another ${entity} has the same value in the unique index '${index}'. Choose another value, or change the one that holds it.`,
      { entity, index, item },
      options,
    );
  }
}

/** A pattern derives rows that break its own contract. Nothing was sent. */
export class DerivationError extends TablewrightError<'DERIVATION_INVALID', { readonly derivation: string }> {
  constructor(derivation: string, rule: string) {
    super(
      'DERIVATION_INVALID',
      `The pattern behind '${derivation}' is faulty: ${rule}. Correct the pattern.`,
      { derivation },
    );
  }
}

/** What is summed up on a parent has none: its row is not there, or goes in the same transaction. Nothing was sent. */
export class ParentMissingError extends TablewrightError<
  'PARENT_MISSING',
  { readonly entity: string; readonly parent: string; readonly derivation: string; readonly item: number }
> {
  constructor(entity: string, parent: string, derivation: string, item: number) {
    super(
      'PARENT_MISSING',
      `${entity} counts in '${derivation}' of a ${parent} that is not there. Insert the ${parent} first, or in the same transaction.`,
      { entity, parent, derivation, item },
    );
  }
}

/** A parent still has children that are counted on its row, and would leave them without one. Nothing was sent. */
export class ParentInUseError extends TablewrightError<
  'PARENT_IN_USE',
  { readonly entity: string; readonly derivation: string }
> {
  constructor(entity: string, derivation: string) {
    super(
      'PARENT_IN_USE',
      `This ${entity} is not deleted: '${derivation}' still counts entities that belong to it. Delete them or move them first, or in the same transaction; if there are none, repair() of their repository mends the count.`,
      { entity, derivation },
    );
  }
}

/** More rows hold copies of what is written than one transaction takes. Nothing was sent. */
export class FanOutError extends TablewrightError<
  'FAN_OUT_TOO_LARGE',
  { readonly entity: string; readonly derivation: string; readonly copies: number }
> {
  constructor(entity: string, derivation: string, copies: number) {
    super(
      'FAN_OUT_TOO_LARGE',
      `${entity}: ${copies} rows hold copies of what is written ('${derivation}'), and they must all change with it: more than one entity group transaction takes. Keep such copies in the deferred form, denormalization through the outbox, which changes them afterwards.`,
      { entity, derivation, copies },
    );
  }
}
