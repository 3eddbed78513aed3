import { compilePropertyTemplate } from '../../../src/model/index.js';
import { type AccessPath, primaryPath } from '../../../src/plan/index.js';
import { thingCodec } from './thing.js';

export const codec = thingCodec('{area}', 'n_{number:03}');

/** A path over the properties of Thing; `more` says what is special about it. */
export function index(
  name: string,
  partition: string,
  row: string,
  more: Partial<AccessPath> = {},
): AccessPath {
  const { model } = codec;
  const elements = more.each === undefined ? {} : { [more.each]: 'text' as const };
  return {
    name,
    state: 'ready',
    partition: compilePropertyTemplate(model, partition, 'partition', elements),
    row: compilePropertyTemplate(model, row, 'row', elements),
    ...more,
  };
}

export const primary = primaryPath(codec.model);
