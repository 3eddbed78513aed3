import {
  type DefinitionScope,
  type DerivationState,
  declaredEntries,
  type ElementKind,
} from '@tablewright/core';

/** A declaration of which only its shape is known to be right. */
export interface ReadDeclaration {
  readonly name: string;
  readonly row: string;
  readonly project: readonly string[] | undefined;
  readonly where: readonly (readonly [property: string, value: unknown])[];
  readonly each: { readonly property: string; readonly kind: ElementKind } | undefined;
  readonly state: DerivationState;
  /** The options that only one kind of index has, as they were given. */
  readonly own: ReadonlyMap<string, unknown>;
}

const OPTIONS: readonly string[] = ['row', 'project', 'where', 'each', 'state'];
const STATES: readonly unknown[] = ['building', 'ready', 'dropping'] satisfies DerivationState[];
const KINDS: readonly unknown[] = [
  'text',
  'int32',
  'int64',
  'double',
  'boolean',
  'guid',
] satisfies ElementKind[];
/** What the primary rows are called where the planner chooses. */
const TAKEN = 'primary';

/**
 * Takes declarations apart, whoever wrote them: each option is read once, and kept as it is now. `own` names the
 * options that this kind of index has besides.
 */
export function readDeclarations(
  scope: DefinitionScope,
  declarations: unknown,
  own: readonly string[],
): readonly ReadDeclaration[] {
  const entries = declaredEntries(declarations);
  if (!entries || entries.length === 0) {
    return scope.fail("declare at least one index by its name: { byEmail: { row: 'email_{email}' } }.");
  }
  return entries.map(([name, declaration]) => readDeclaration(scope, name, declaration, own));
}

function readDeclaration(
  scope: DefinitionScope,
  name: string,
  declaration: unknown,
  own: readonly string[],
): ReadDeclaration {
  const fail = (problem: string) => scope.fail(`index '${name}': ${problem}`);
  if (name === '' || name === TAKEN) return fail('choose another name.');
  const entries = declaredEntries(declaration);
  if (!entries) return fail("a declaration is an object: { row: 'email_{email}' }.");
  const options = new Map(entries);
  const allowed = [...OPTIONS, ...own];
  const unknown = entries.find(([option]) => !allowed.includes(option));
  if (unknown) return fail(`'${unknown[0]}' is not an option of an index. Use ${allowed.join(', ')}.`);
  const row = options.get('row');
  const project = options.get('project');
  const state = options.get('state') ?? 'ready';
  if (typeof row !== 'string') return fail("row is a template such as 'email_{email}'.");
  if (project !== undefined && !isNames(project)) return fail('project is an array of property names.');
  if (!STATES.includes(state)) return fail(`state is one of ${STATES.join(', ')}.`);
  const where = options.get('where') === undefined ? [] : declaredEntries(options.get('where'));
  if (!where) return fail('where is an object of properties and values: { active: true }.');
  return {
    name,
    row,
    project: project && [...new Set(project)],
    where: where.map(([property, value]) => [property, value instanceof Date ? new Date(value) : value]),
    each: eachOf(options.get('each'), fail),
    state: state as DerivationState,
    own: new Map(own.map((option) => [option, options.get(option)])),
  };
}

function eachOf(each: unknown, fail: (problem: string) => never): ReadDeclaration['each'] {
  if (each === undefined) return undefined;
  const entries = declaredEntries(each);
  const [property, kind] = entries?.[0] ?? [];
  if (entries?.length !== 1 || property === undefined || !KINDS.includes(kind)) {
    return fail(`each names one array property and the kind of its elements: ${KINDS.join(', ')}.`);
  }
  return { property, kind: kind as ElementKind };
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
