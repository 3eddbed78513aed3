import type { DefinitionScope } from '@tablewright/core';

/** Options of which only their shape is known to be right. */
export interface ReadOptions {
  readonly at: string;
  readonly tie: string | undefined;
}

const OPTIONS: readonly string[] = ['at', 'tie'];

/** Takes the options apart, whoever wrote them. */
export function readOptions({ fail }: DefinitionScope, options: unknown): ReadOptions {
  if (typeof options !== 'object' || options === null) {
    return fail("say which property is the time: LogTail({ at: 'submitted', tie: 'id' }).");
  }
  const unknown = Object.keys(options).find((option) => !OPTIONS.includes(option));
  if (unknown !== undefined) {
    return fail(`'${unknown}' is not an option of a log. Use ${OPTIONS.join(', ')}.`);
  }
  const { at, tie } = options as Readonly<Record<string, unknown>>;
  if (typeof at !== 'string')
    return fail("at is the name of the property that is the time: at: 'submitted'.");
  if (tie !== undefined && typeof tie !== 'string') {
    return fail("tie is the name of the property that tells entries of one time apart: tie: 'id'.");
  }
  return { at, tie };
}
