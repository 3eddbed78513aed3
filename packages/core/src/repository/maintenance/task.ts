import type { Contributions, Derivation, EmbeddedCopies, OwnRows, RowSplit } from '../../plan/index.js';
import { type CallScope, pacedScope } from '../../store/index.js';
import type { RepositoryContext } from '../context.js';
import type { DeferredDerivation, Upkeep, UpkeepTools } from '../patterns/index.js';
import type { Settings } from './options.js';
import type { Tally } from './tally.js';

/** What is to be looked at, and whether it is to be put right. */
export interface Task {
  readonly context: RepositoryContext;
  readonly ownRows: readonly OwnRows[];
  readonly sharedRows: readonly Contributions[];
  readonly copies: readonly EmbeddedCopies[];
  /** Those whose rows are elsewhere, and looked at by themselves. */
  readonly elsewhere: readonly Upkeep[];
  /** Whose rows are looked at as well: those of entities that take several. */
  readonly split: RowSplit | undefined;
  readonly mending: boolean;
  readonly concurrency: number;
  readonly pageSize: number | undefined;
  readonly tally: Tally;
  readonly scope: CallScope;
}

/** What maintenance looks after. */
export type Maintained = Derivation | DeferredDerivation;

export function taskOf(
  context: RepositoryContext,
  derivations: readonly Maintained[],
  given: {
    readonly settings: Settings;
    readonly mending: boolean;
    readonly tally: Tally;
    readonly split?: RowSplit | undefined;
  },
  scope: CallScope,
): Task {
  const { settings, mending, tally, split } = given;
  return {
    context,
    ownRows: derivations.filter((derivation) => derivation.kind === 'ownRows'),
    sharedRows: derivations.filter((derivation) => derivation.kind === 'contributions'),
    copies: derivations.filter((derivation) => derivation.kind === 'embeddedCopies'),
    elsewhere: derivations.flatMap((derivation) => ('upkeep' in derivation ? (derivation.upkeep ?? []) : [])),
    split,
    mending,
    concurrency: settings.concurrency,
    pageSize: settings.pageSize,
    tally,
    scope: pacedScope(scope, settings.concurrency),
  };
}

/** What a derivation gets that looks after its own rows. */
export function upkeepTools({ context, scope, mending, concurrency, tally }: Task): UpkeepTools {
  return {
    context,
    scope,
    mending,
    concurrency,
    report: (finding) => tally.report(finding),
    mended: (kind) => tally.mended(kind),
    deleted: (count) => {
      tally.deleted += count;
    },
  };
}
