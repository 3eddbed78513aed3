import type { CallScope } from '../call-scope.js';
import { Pace } from './pace.js';

/** The same call, with no more than `most` requests on the wire at once, and fewer while the service is too busy. */
export function pacedScope(scope: CallScope, most: number): CallScope & { readonly pace: Pace } {
  const { signal } = scope;
  return { signal, ended: () => scope.ended(), dispose: () => {}, pace: new Pace(most) };
}
