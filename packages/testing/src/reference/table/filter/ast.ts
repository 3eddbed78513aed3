import type { Cell } from '../edm.js';

export type Comparison = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';

/** A filter, parsed. */
export type Filter =
  | { readonly kind: 'compare'; readonly name: string; readonly by: Comparison; readonly literal: Cell }
  | { readonly kind: 'and' | 'or'; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'not'; readonly inner: Filter };
