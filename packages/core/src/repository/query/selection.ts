import { OptionsError } from '../../errors/index.js';
import { ownPath } from './plan-of.js';
import type { QuerySource } from './query-source.js';

/** The properties of a projection: those that were asked for, and those of the key. */
export function selectionOf(source: QuerySource, asked: readonly string[]): readonly string[] {
  const { model } = source.context;
  if (asked.length === 0) throw new OptionsError('select', 'select() needs the names of properties.');
  const unknown = asked.findIndex((name) => !model.properties.has(name));
  if (unknown >= 0) {
    const name = typeof asked[unknown] === 'string' ? `'${asked[unknown]}'` : 'of that name';
    throw new OptionsError('select', `${model.name} has no mapped property ${name}.`);
  }
  return [...new Set([...keysOf(source), ...asked])];
}

function keysOf(source: QuerySource): readonly string[] {
  if (source.keys) return source.keys;
  const { partition, row } = ownPath(source);
  return [...partition.variables, ...row.variables].map(({ name }) => name);
}
