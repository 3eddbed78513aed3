import type { Discriminator } from '../../../model/index.js';
import { type Filter, test } from './filter.js';

/** So many leave room for the keys and for some conditions beside them. */
const MOST_KINDS = 6;

/** The rows whose discriminator has one of its values. Of more values than fit, the reader has to tell. */
export function kindFilter({ column, value, others = [] }: Discriminator): readonly Filter[] {
  const tests = [value, ...others].map((each) => test(column, 'eq', 'Edm.String', each));
  if (tests.length > MOST_KINDS) return [];
  return tests.length === 1 ? tests : [{ kind: 'any', parts: tests }];
}
