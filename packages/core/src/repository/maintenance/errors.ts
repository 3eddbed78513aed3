import { TablewrightError } from '../../errors/index.js';
import type { DerivationState } from '../../plan/index.js';

/** The repository derives nothing under this name. Nothing was sent. */
export class DerivationUnknownError extends TablewrightError<
  'DERIVATION_UNKNOWN',
  { readonly entity: string; readonly known: readonly string[] }
> {
  constructor(entity: string, known: readonly string[]) {
    const names = known.map((name) => `'${name}'`).join(', ');
    super(
      'DERIVATION_UNKNOWN',
      `The repository of ${entity} derives nothing in its partitions under that name. ${names === '' ? 'It derives nothing there at all: apply a pattern with .with(…).' : `Name one of ${names}.`}`,
      { entity, known },
    );
  }
}

/** The declared state of a derivation does not allow this. Nothing was sent. */
export class DerivationStateError extends TablewrightError<
  'DERIVATION_STATE',
  { readonly entity: string; readonly derivation: string; readonly state: DerivationState }
> {
  constructor(entity: string, derivation: string, state: DerivationState, remedy: string) {
    super('DERIVATION_STATE', `'${derivation}' of ${entity} is declared '${state}'. ${remedy}`, {
      entity,
      derivation,
      state,
    });
  }
}

/** Another call began to rebuild or drop the same derivation. This one stopped; what it did stands. */
export class MaintenanceTakenOverError extends TablewrightError<
  'MAINTENANCE_TAKEN_OVER',
  { readonly entity: string; readonly derivation: string }
> {
  constructor(entity: string, derivation: string) {
    super(
      'MAINTENANCE_TAKEN_OVER',
      `Another call rebuilds or drops '${derivation}' of ${entity} by now, and goes on from where this one was. Wait for it; lifecycle() shows how far it is.`,
      { entity, derivation },
    );
  }
}
