import type { ServiceLimits } from '../../limits/index.js';
import type { Derivation, FedColumns, RowSplit } from '../../plan/index.js';
import type { PathReader } from '../query/path-reader.js';
import type { DeferredDerivation } from './outbox.js';
import type { PatternDefinition, PatternHost, RowStage } from './pattern.js';

/** Everything that the patterns of one repository class ask for, gathered by kind. Immutable. */
export interface PatternSet {
  /** The patterns' names, in the order in which they were applied. */
  readonly names: readonly string[];
  /** Why one of them cannot work on a service, or in a table. */
  readonly unfit: readonly ((limits: ServiceLimits, table: string) => string | undefined)[];
  /** Why one of them cannot work beside the others. */
  readonly clashes: readonly ((patterns: PatternSet) => string | undefined)[];
  readonly assigns: readonly NonNullable<PatternDefinition['assign']>[];
  readonly stages: readonly RowStage[];
  readonly split: RowSplit | undefined;
  /** Columns of the entity's row that patterns write by themselves, and that its own writes keep. */
  readonly keeps: ReadonlySet<string>;
  /** The columns from which something is derived. */
  readonly feeding: ReadonlySet<string>;
  readonly derivations: readonly Derivation[];
  readonly fed: readonly FedColumns[];
  readonly deferred: readonly DeferredDerivation[];
  readonly effects: readonly NonNullable<PatternDefinition['effects']>[];
  readonly readers: readonly PathReader[];
  readonly members: ReadonlyMap<string, (host: PatternHost) => unknown>;
}

export const NO_PATTERNS: PatternSet = Object.freeze({
  names: [],
  unfit: [],
  clashes: [],
  assigns: [],
  stages: [],
  split: undefined,
  keeps: new Set<string>(),
  feeding: new Set<string>(),
  derivations: [],
  fed: [],
  deferred: [],
  effects: [],
  readers: [],
  members: new Map(),
});

/** The set with one more pattern. */
export function addPattern(set: PatternSet, name: string, added: PatternDefinition): PatternSet {
  return Object.freeze({
    names: [...set.names, name],
    unfit: added.unfit ? [...set.unfit, named(name, added.unfit.bind(added))] : set.unfit,
    clashes: added.clash ? [...set.clashes, named(name, added.clash.bind(added))] : set.clashes,
    assigns: added.assign ? [...set.assigns, added.assign.bind(added)] : set.assigns,
    stages: added.stage ? [...set.stages, added.stage] : set.stages,
    split: added.split ?? set.split,
    keeps: added.keeps ? new Set([...set.keeps, ...added.keeps]) : set.keeps,
    feeding: new Set([...set.feeding, ...feedingOf(added)]),
    derivations: [...set.derivations, ...(added.derivations ?? [])],
    fed: [...set.fed, ...(added.fed ?? [])],
    deferred: [...set.deferred, ...(added.deferred ?? [])],
    effects: added.effects ? [...set.effects, added.effects.bind(added)] : set.effects,
    readers: [...set.readers, ...(added.paths ?? [])],
    members: new Map([...set.members, ...Object.entries(added.members ?? {})]),
  });
}

function feedingOf({ derivations = [] }: PatternDefinition): readonly string[] {
  return derivations.flatMap(({ columns = [] }) => columns);
}

function named<Asked extends readonly unknown[]>(
  pattern: string,
  problem: (...asked: Asked) => string | undefined,
): (...asked: Asked) => string | undefined {
  return (...asked) => {
    const why = problem(...asked);
    return why && `${pattern}: ${why}`;
  };
}
