import { DefinitionError, type DefinitionRule, type EntityModel } from '../../model/index.js';
import type { Derivation } from '../../plan/index.js';
import type { Pattern, PatternDefinition } from './pattern.js';
import type { PatternSet } from './pattern-set.js';

/** Members that no pattern may take: what repositories have, and what would make one look like a promise. */
type IsTaken = (name: string) => boolean;

/** Whether the pattern may join those before it. */
export function checkPrerequisites(model: EntityModel, set: PatternSet, pattern: Pattern): void {
  const { name, requires = [], conflicts = [] } = pattern;
  for (const required of requires) {
    if (!set.names.includes(required)) {
      fail(model, 'PATTERN_REQUIRES', `${name} needs ${required}. Put .with(…) of ${required} before it.`);
    }
  }
  for (const other of conflicts) {
    if (set.names.includes(other)) {
      fail(
        model,
        'PATTERN_CONFLICTS',
        `${name} and ${other} cannot be on one repository. Choose one of them.`,
      );
    }
  }
}

/** Whether the parts of the pattern fit beside those that are there: names, and ranges of rows. */
export function checkParts(
  model: EntityModel,
  set: PatternSet,
  added: PatternDefinition,
  isTaken: IsTaken,
): void {
  for (const member of Object.keys(added.members ?? {})) {
    if (set.members.has(member) || isTaken(member)) {
      fail(
        model,
        'PATTERN_CLASH',
        `a repository has a member called '${member}' already. Choose another name.`,
        member,
      );
    }
  }
  const known = new Set([...set.derivations, ...set.deferred].map(({ name }) => name));
  for (const { name } of [...(added.derivations ?? []), ...(added.deferred ?? [])]) {
    if (known.has(name)) {
      fail(
        model,
        'PATTERN_CLASH',
        `something called '${name}' is derived already. Choose another name.`,
        name,
      );
    }
    known.add(name);
  }
  checkRanges(model, [...set.derivations, ...(added.derivations ?? [])]);
  checkSplit(model, set, added);
}

/** What is derived from an entity of several rows is derived from its primary row: that has to hold what it needs. */
function checkSplit(model: EntityModel, set: PatternSet, added: PatternDefinition): void {
  if (set.split && added.split) {
    fail(
      model,
      'PATTERN_CLASH',
      `${set.split.name} and ${added.split.name} both divide its row. Choose one.`,
    );
  }
  const split = set.split ?? added.split;
  if (!split) return;
  for (const { name, columns } of [...set.derivations, ...(added.derivations ?? [])]) {
    if (columns) continue;
    fail(
      model,
      'PATTERN_CONFLICTS',
      `'${name}' may look at all columns, but with ${split.name} they need not fit one row. Say which ones it needs: project: […].`,
      name,
    );
  }
}

/** Whether each pattern can work beside all the others, those that came later included. */
export function checkTogether(model: EntityModel, set: PatternSet): void {
  for (const clash of set.clashes) {
    const why = clash(set);
    if (why !== undefined) fail(model, 'PATTERN_CLASH', why);
  }
}

/**
 * The kinds of rows in a partition must be told apart by how their keys begin: otherwise no range would hold
 * the rows of one kind only.
 */
function checkRanges(model: EntityModel, derivations: readonly Derivation[]): void {
  const kinds = derivations.flatMap((derivation) =>
    'rowPrefix' in derivation
      ? [{ name: derivation.name, prefix: derivation.rowPrefix, host: hostOf(derivation) }]
      : [],
  );
  if (kinds.length === 0) return;
  const itself = { name: 'the entity itself', prefix: model.row.encodePrefix({}, 0), host: model.name };
  const all = [itself, ...kinds];
  all.forEach((a, i) => {
    for (const b of all.slice(i + 1)) {
      // Rows of one class, whoever feeds them.
      if (a.host !== undefined && a.host === b.host) continue;
      if (!a.prefix.startsWith(b.prefix) && !b.prefix.startsWith(a.prefix)) continue;
      fail(
        model,
        'ROWS_INSEPARABLE',
        `the rows of ${a.name} and of ${b.name} cannot be told apart: their row keys begin with '${a.prefix}' and '${b.prefix}'. Begin each row template with a literal of its own, such as 'empid_' and 'email_'.`,
      );
    }
  });
}

function hostOf(derivation: Derivation): string | undefined {
  return derivation.kind === 'contributions' ? derivation.host?.entity : undefined;
}

function fail(model: EntityModel, rule: DefinitionRule, message: string, property?: string): never {
  throw new DefinitionError(`${model.name}: ${message}`, {
    entity: model.name,
    rule,
    ...(property !== undefined && { property }),
  });
}
