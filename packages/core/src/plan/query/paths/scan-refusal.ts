import { type AccessPath, tableFor } from '../access-path.js';
import type { Condition } from '../condition.js';
import { ScanRefusedError } from '../errors.js';
import type { QueryInput } from '../query-input.js';
import type { Candidate } from './candidate.js';

/** Says what would be read, what to add so that it need not be, and which index would help. */
export function scanRefusal(input: QueryInput, { path, access, condition }: Candidate): ScanRefusedError {
  const { entity, table, paths, via } = input;
  const scan = access === 'table' ? 'table' : 'partition';
  const given = equalProperties(condition);
  const missing = missingFor(path, given);
  const other = via === undefined ? closestIndex(paths, given, path) : undefined;
  const what =
    scan === 'table'
      ? `every partition of the table '${tableFor(path.table, table)}'`
      : `all ${path === paths[0] ? `${entity} rows` : `rows of the index '${path.name}'`} of a partition`;
  const advice = [
    `Give ${list(missing)}`,
    ...(other ? [`give ${list(other.missing)} for the index '${other.name}'`] : []),
    ...suggestion(condition, given, path),
    `or allow the scan with scan('${scan}')`,
  ];
  return new ScanRefusedError(`${entity}: this query would read ${what}. ${advice.join(', ')}.`, {
    entity,
    table: tableFor(path.table, table),
    scan,
    missing,
    ...(other && { index: other.name }),
  });
}

/** What turns the path's scan into a range: the rest of its partition, then the first variable of its row. */
function missingFor({ partition, row }: AccessPath, given: ReadonlySet<string>): string[] {
  const all = partition.variables.map(({ name }) => name);
  const open = all.filter((name) => !given.has(name));
  const first = row.variables.map(({ name }) => name).find((name) => !all.includes(name));
  return first === undefined || given.has(first) ? open : [...open, first];
}

function closestIndex(paths: readonly AccessPath[], given: ReadonlySet<string>, chosen: AccessPath) {
  return paths
    .slice(1)
    .filter((path) => path.state === 'ready' && path !== chosen)
    .map((path) => ({ name: path.name, missing: missingFor(path, given) }))
    .filter(({ missing }) => missing.length > 0)
    .sort((a, b) => a.missing.length - b.missing.length)[0];
}

/** An index that is not there yet, on what the query compares and no key knows. */
function suggestion(
  condition: Condition,
  given: ReadonlySet<string>,
  { partition, row }: AccessPath,
): string[] {
  const keys = new Set([...partition.variables, ...row.variables].map(({ name }) => name));
  const open = [...given].filter((name) => !keys.has(name));
  const some = open.length > 0 ? open : [...comparedProperties(condition)].filter((name) => !keys.has(name));
  return some.length > 0 ? [`declare an index on ${list(some)}`] : [];
}

/** The properties that every alternative compares by equality. */
function equalProperties(condition: Condition): ReadonlySet<string> {
  switch (condition.kind) {
    case 'compare': {
      const pins = condition.comparison === 'eq' || condition.comparison === 'contains';
      return new Set(pins ? [condition.property] : []);
    }
    case 'and':
      return new Set(condition.all.flatMap((part) => [...equalProperties(part)]));
    case 'or': {
      const [first = new Set<string>(), ...others] = condition.any.map(equalProperties);
      return new Set([...first].filter((name) => others.every((names) => names.has(name))));
    }
    default:
      return new Set();
  }
}

function comparedProperties(condition: Condition): ReadonlySet<string> {
  switch (condition.kind) {
    case 'and':
      return new Set(condition.all.flatMap((part) => [...comparedProperties(part)]));
    case 'or':
      return new Set(condition.any.flatMap((part) => [...comparedProperties(part)]));
    case 'compare':
      return new Set(condition.comparison === 'ne' ? [] : [condition.property]);
    default:
      return new Set();
  }
}

function list(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(' and ');
}
