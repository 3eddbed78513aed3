import type { PatternDefinition } from './pattern.js';

const KINDS: Readonly<Record<string, readonly string[]>> = {
  ownRows: ['derive', 'sourceOf'],
  contributions: ['contribute', 'put', 'take'],
  embeddedCopies: ['lookups', 'embed', 'spread'],
};
const SPLIT: readonly string[] = ['endOf', 'ownerOf', 'goesOn', 'assemble', 'write', 'setOf'];
const DEFERRED: Readonly<Record<string, readonly string[]>> = { deferred: ['intent'], handoff: ['intent'] };
const STATES: ReadonlySet<unknown> = new Set(['building', 'ready', 'dropping']);

/** What is wrong with the parts that a pattern declares, for authors without a compiler; `undefined` if nothing is. */
export function definitionProblem(definition: PatternDefinition): string | undefined {
  if (typeof definition !== 'object' || definition === null)
    return 'define() returns an object with its parts.';
  const { derivations = [], deferred = [], paths = [], keeps = [], fed = [], members = {} } = definition;
  const { stage, split } = definition;
  if (![derivations, deferred, paths, fed].every(Array.isArray))
    return 'derivations, deferred, paths and fed are arrays.';
  if (typeof keeps === 'string' || typeof keeps?.[Symbol.iterator] !== 'function')
    return 'keeps is a list of columns.';
  for (const derivation of derivations) {
    const problem = derivationProblem(derivation, KINDS);
    if (problem) return problem;
  }
  for (const derivation of deferred) {
    const problem = derivationProblem(derivation, DEFERRED);
    if (problem) return problem;
  }
  if (!paths.every((reader) => has(reader, 'decode') && has(reader, 'primaryKeys'))) {
    return 'each path has decode and primaryKeys.';
  }
  if (
    typeof members !== 'object' ||
    members === null ||
    !Object.keys(members).every((name) => has(members, name))
  ) {
    return 'members are functions that make them.';
  }
  if (split && !SPLIT.every((member) => has(split, member))) {
    return `split has the functions ${SPLIT.join(', ')}.`;
  }
  return stage && !(has(stage, 'encode') && has(stage, 'decode'))
    ? 'a stage has encode and decode.'
    : undefined;
}

function derivationProblem(
  derivation: unknown,
  kinds: Readonly<Record<string, readonly string[]>>,
): string | undefined {
  const { name, kind, state, fingerprint, rowPrefix } = (derivation ?? {}) as Record<string, unknown>;
  const functions = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!functions) return `a derivation has a kind: ${Object.keys(kinds).join(', ')}.`;
  if (typeof name !== 'string' || name === '') return 'a derivation has a name.';
  if (!STATES.has(state)) return `'${name}' has a state: building, ready or dropping.`;
  if (typeof fingerprint !== 'string') return `'${name}' has a fingerprint.`;
  const ranged = kind === 'ownRows' || kind === 'contributions';
  if (ranged && typeof rowPrefix !== 'string') return `'${name}' has a rowPrefix.`;
  const missing = functions.find((member) => !has(derivation, member));
  return missing && `'${name}' has a function called ${missing}.`;
}

function has(value: unknown, member: string): boolean {
  return typeof (value as Record<string, unknown> | null | undefined)?.[member] === 'function';
}
