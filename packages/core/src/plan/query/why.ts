import type { Candidate } from './paths/candidate.js';
import type { QueryInput } from './query-input.js';

/** One sentence on the path and the kind of access, with the names of properties and never their values. */
export function whyOf(
  { entity, paths }: QueryInput,
  { path, access, pieces }: Candidate,
  fetchPrimary: boolean,
): string {
  if (access === 'none') return 'The conditions contradict each other, or no key can hold their values.';
  const source = path === paths[0] ? `the primary rows of ${entity}` : `the index '${path.name}'`;
  const partition = names(path.partition.variables);
  const row = names(path.row.variables);
  const most = Math.max(...pieces.map(({ narrowness }) => narrowness));
  const fetch = fetchPrimary ? ', and each row found leads to its primary row' : '';
  switch (access) {
    case 'point':
      return `All key properties (${[...partition, ...row].join(', ')}) of ${source} are known: ${pieces.length === 1 ? 'one row is' : `${pieces.length} rows are`} read by key${fetch}.`;
    case 'range':
      return `${partition.length > 0 ? `The partition (${partition.join(', ')}) is known` : 'There is one partition'}, and ${narrowing(path.row.variables, partition.length, most)} a range of ${source}${fetch}.`;
    case 'partition':
      return `The partition (${partition.join(', ')}) of ${source} is known and nothing narrows ${row[0] === undefined ? 'its rows' : `'${row[0]}'`}: all its rows of this kind are scanned${fetch}.`;
    default:
      return `The partition (${partition.join(', ')}) of ${source} is not known: the whole table is scanned${fetch}.`;
  }
}

function narrowing(row: readonly { readonly name: string }[], partition: number, most: number): string {
  const count = Math.max(0, Math.ceil(most / 2) - partition);
  const used = row.slice(0, count).map(({ name }) => name);
  return used.length > 0 ? `${used.join(', ')} select${used.length === 1 ? 's' : ''}` : 'it is';
}

function names(variables: readonly { readonly name: string }[]): string[] {
  return variables.map(({ name }) => name);
}
