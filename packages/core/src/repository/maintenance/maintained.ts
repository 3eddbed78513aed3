import { OptionsError } from '../../errors/index.js';
import type { RepositoryContext } from '../context.js';

/** A repository, as far as maintenance needs it. */
export interface Maintained {
  readonly context: RepositoryContext;
}

/** By what it has, not by its class: two copies of the package may be installed. */
export function contextOf(repository: Maintained): RepositoryContext {
  const context = repository?.context;
  if (typeof context?.store?.within === 'function' && context.patterns) return context;
  throw new OptionsError('repository', 'The first argument is a repository: new …Repository(store).');
}
