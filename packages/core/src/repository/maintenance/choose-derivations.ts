import { OptionsError } from '../../errors/index.js';
import type { RepositoryContext } from '../context.js';
import { DerivationStateError, DerivationUnknownError } from './errors.js';
import type { Maintained } from './task.js';

/** The derivations to look at: those that were named, or all whose rows are supposed to be there. */
export function chooseDerivations(context: RepositoryContext, names: unknown): readonly Maintained[] {
  if (names === undefined) return maintainedBy(context).filter(({ state }) => state !== 'dropping');
  const list = listOf(names);
  if (!list || list.length === 0) {
    throw new OptionsError('derivations', "derivations is an array of names, such as ['byEmail'].");
  }
  return [...new Set(list)].map((name) => {
    const derivation = derivationOf(context, name);
    refuseDropping(context, derivation);
    return derivation;
  });
}

/** All that maintenance can look after. */
export function maintainedBy({ patterns }: RepositoryContext): readonly Maintained[] {
  return [...patterns.derivations, ...patterns.deferred.filter(({ upkeep }) => upkeep)];
}

export function derivationOf(context: RepositoryContext, name: unknown): Maintained {
  const maintained = maintainedBy(context);
  const found = maintained.find((derivation) => derivation.name === name);
  if (found) return found;
  throw new DerivationUnknownError(
    context.model.name,
    maintained.map((derivation) => derivation.name),
  );
}

export function refuseDropping({ model }: RepositoryContext, { name, state }: Maintained): void {
  if (state !== 'dropping') return;
  const remedy = "Its rows are going away: call drop(), or declare it 'building' to have them again.";
  throw new DerivationStateError(model.name, name, state, remedy);
}

function listOf(value: unknown): readonly unknown[] | undefined {
  try {
    return Array.isArray(value) ? Array.from(value) : undefined;
  } catch {
    // A revoked Proxy.
    return undefined;
  }
}
