import { nextKeyAfter, OptionsError, type RepositoryContext, type RowKeyBounds } from '@tablewright/core';

type Values = Readonly<Record<string, unknown>>;

/** A range of parents' keys, in which the keys of their children are as well. */
export interface FamilyRange {
  readonly partitionKey: string;
  readonly rowKey: RowKeyBounds;
  /** The stored values of the row key's first variables. */
  readonly given: Values;
}

/** The families whose row keys begin with some values. */
export function rangeOf({ model, codec }: RepositoryContext, args: unknown): FamilyRange {
  const values = valuesOf(args, 'args');
  const { partition, row } = model;
  const known = new Set([...partition.variables, ...row.variables].map(({ name }) => name));
  const stored: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (!known.has(name)) {
      throw new OptionsError(
        'args',
        `${model.name}: families() takes properties of the key, and '${name}' is none. Leave it out, and look at the families that come.`,
      );
    }
    if (value !== undefined) stored[name] = value === null ? value : codec.property(name)!.toStored(value);
  }
  return {
    partitionKey: partition.encode(stored),
    rowKey: { startsWith: row.encodePrefix(stored) },
    given: Object.fromEntries(
      row.variables.flatMap(({ name }) => (name in stored ? [[name, stored[name]]] : [])),
    ),
  };
}

/** The part of a range between two values of the row key's next variable. */
export function narrowed(
  { model, codec }: RepositoryContext,
  range: FamilyRange,
  from: unknown,
  to: unknown,
): FamilyRange {
  const count = Object.keys(range.given).length;
  const next = model.row.variables[count];
  const fail = (message: string): never => {
    throw new OptionsError('between', `${model.name}: ${message}`);
  };
  if (!next) return fail('the whole key is given, behind which there is nothing to choose from.');
  if (!next.ordered) {
    fail(`keys are not in the order of '${next.name}', so that no range of them holds its values from … to.`);
  }
  const prefix = (end: unknown): string | undefined => {
    if (end === undefined) return undefined;
    const values = valuesOf(end, 'between');
    const [name, ...more] = Object.keys(values);
    if (name !== next.name || more.length > 0) fail(`an end of the range is a value of '${next.name}'.`);
    const value = values[next.name];
    const stored = value === undefined || value === null ? value : codec.property(next.name)!.toStored(value);
    return model.row.encodePrefix({ ...range.given, [next.name]: stored }, count + 1);
  };
  const [first, last] = next.descending ? [prefix(to), prefix(from)] : [prefix(from), prefix(to)];
  const { startsWith = '' } = range.rowKey;
  // What an earlier between() left out stays out. Arrays sort by UTF-16 code units, as the service does.
  const [ge] = present(range.rowKey.ge, first).toSorted().toReversed();
  const [lt] = present(range.rowKey.lt, last === undefined ? last : nextKeyAfter(last)).toSorted();
  return {
    ...range,
    rowKey: { startsWith, ...(ge !== undefined && { ge }), ...(lt !== undefined && { lt }) },
  };
}

function present(...keys: readonly (string | undefined)[]): readonly string[] {
  return keys.filter((key) => key !== undefined);
}

function valuesOf(value: unknown, option: string): Values {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values;
  throw new OptionsError(option, `${option} is an object of properties and values.`);
}
