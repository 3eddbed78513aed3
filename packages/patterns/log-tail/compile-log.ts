import type { DefinitionScope, PropertyModel } from '@tablewright/core';
import type { ReadOptions } from './read-options.js';
import { type Times, timesOf } from './times.js';

/** A log that was checked against its entity. */
export interface CompiledLog {
  /** The property that is the time. */
  readonly at: string;
  readonly times: Times;
  /** The property that tells entries of one time apart, if the pattern has to fill it. */
  readonly tie: { readonly property: string; readonly kind: 'text' | 'guid' } | undefined;
  /** The properties in front of the time: they name a log. */
  readonly scope: readonly string[];
  /** Nothing follows the time: a tick holds one entry. */
  readonly bare: boolean;
}

/** Checks the options against the key of the class. Whatever cannot work fails here, with what to write instead. */
export function compileLog(scope: DefinitionScope, { at, tie }: ReadOptions): CompiledLog {
  const { model, fail } = scope;
  const time = assigned(scope, at, 'at');
  const times = timesOf(time.kind);
  if (!times) return fail(`at names '${at}', which is no time. Declare it with @DateTime() or @Ticks().`);
  const variables = model.row.variables;
  const place = variables.findIndex(({ name }) => name === at);
  if (place < 0 || !variables[place]!.descending) {
    return fail(
      `'${model.row.source}' does not have the newest entries first. Write {${at}:desc} into the row template, as in '{${at}:desc}_{id}'.`,
    );
  }
  if (model.partition.variables.some(({ name }) => name === at)) {
    return fail(
      `'${at}' is in the partition key, where it takes part in no order. Keep it to the row template.`,
    );
  }
  const behind = variables.slice(place + 1).map(({ name }) => name);
  if (tie === undefined && behind.length === 0 && time.kind === 'dateTime') {
    return fail(
      `two entries of one millisecond would share a key. Add a @Text() or @Guid() property behind the time, as in '${model.row.source}_{id}', and say tie: 'id'.`,
    );
  }
  return {
    at,
    times,
    tie: tie === undefined ? undefined : tieOf(scope, at, tie, behind),
    scope: [...model.partition.variables, ...variables.slice(0, place)].map(({ name }) => name),
    bare: behind.length === 0,
  };
}

function tieOf(
  scope: DefinitionScope,
  at: string,
  tie: string,
  behind: readonly string[],
): CompiledLog['tie'] & object {
  const { kind } = assigned(scope, tie, 'tie');
  if (kind !== 'text' && kind !== 'guid') {
    return scope.fail(`tie names '${tie}', which cannot hold an id. Use a @Text() or @Guid() property.`);
  }
  if (!behind.includes(tie)) {
    return scope.fail(`write {${tie}} behind the time into the row template, as in '{${at}:desc}_{${tie}}'.`);
  }
  return { property: tie, kind };
}

/** A property that the pattern fills where an entry lacks it. */
function assigned({ model, fail }: DefinitionScope, name: string, option: string): PropertyModel {
  const property = model.properties.get(name);
  if (!property) return fail(`${option} names '${name}', which is not a mapped property. Correct it.`);
  if (property.computed) return fail(`'${name}' is a getter, and cannot be given a value. Use a field.`);
  if (property.convert) return fail(`'${name}' has a converter. Use a property without one for '${option}'.`);
  return property;
}
