import type { StoredRow } from '../../../edm/index.js';
import type { Contributions, RowOperation } from '../../../plan/index.js';
import type { Finding, FindingKind } from '../finding.js';
import { MOST_LOOKS, pauseBeforeLook } from '../look-again.js';
import { correction } from '../mend/operations.js';
import { type Mend, sendMends } from '../mend/send-mends.js';
import { reportUnreadable } from '../report-unreadable.js';
import type { Task } from '../task.js';
import type { PartitionRows } from '../walk/partition-rows.js';
import { type Folded, foldEntities, sharedRowsOf } from './fold-entities.js';
import { withUnfed } from './hosts.js';
import { judgeSharedRow, type Observed } from './judge-shared-row.js';

type SharedRows = ReadonlyMap<string, StoredRow>;

/**
 * Looks at the shared rows of a partition until every one is judged. A row that was put right is looked at
 * again like any other: only a look that finds it right vouches for it, because changes that left the wrong
 * row as it was went by unnoticed.
 */
export class SharedRowsLook {
  readonly #task: Task;
  readonly #partition: PartitionRows;
  readonly #derivation: Contributions;
  /** The rows that are not judged yet; all of them before the first look. */
  #open: ReadonlySet<string> | undefined;
  readonly #wrong = new Map<string, Finding>();

  constructor(task: Task, partition: PartitionRows, derivation: Contributions) {
    this.#task = task;
    this.#partition = partition;
    this.#derivation = derivation;
  }

  async settle(counting: boolean): Promise<void> {
    const { tally } = this.#task;
    for (let look = 1; look <= MOST_LOOKS; look++) {
      const before = await this.#shared();
      const folded = await foldEntities(this.#task, this.#partition, this.#derivation);
      if (counting && look === 1) tally.scanned += folded.scanned;
      if (folded.unreadable.length > 0) return this.#giveUp(folded.unreadable);
      const mends = await this.#judge(before, folded, await this.#shared());
      if (this.#open?.size === 0) return;
      await sendMends(this.#task, mends);
      if (mends.length === 0) await pauseBeforeLook(this.#task, look);
    }
    for (const rowKey of this.#open ?? []) {
      await tally.report(this.#wrong.get(rowKey) ?? this.#finding(rowKey, 'unsettled'));
    }
  }

  /** Judges what is open, and gives what would put right the rest. */
  async #judge(before: SharedRows, folded: Folded, after: SharedRows): Promise<readonly Mend[]> {
    const expected = withUnfed(this.#derivation, folded.expected, [...before.values(), ...after.values()]);
    const keys = this.#open ?? new Set([...before.keys(), ...expected.keys(), ...after.keys()]);
    const open = new Set<string>();
    const mends: Mend[] = [];
    for (const rowKey of keys) {
      const observed: Observed = {
        before: before.get(rowKey),
        after: after.get(rowKey),
        expected: expected.get(rowKey),
        witness: folded.witnesses.get(rowKey),
      };
      const mend = await this.#judgeRow(rowKey, observed);
      if (mend) open.add(rowKey);
      if (mend && mend !== 'later') mends.push(mend);
    }
    this.#open = open;
    return mends;
  }

  /** `undefined`: there is no more to do about this row. */
  async #judgeRow(rowKey: string, observed: Observed): Promise<Mend | 'later' | undefined> {
    const { tally, mending } = this.#task;
    const verdict = await judgeSharedRow(this.#task, observed);
    if (verdict === 'unclear') return 'later';
    const known = this.#wrong.get(rowKey);
    if (verdict === 'right') {
      if (known) tally.mended(known.kind);
      return undefined;
    }
    const orphaned = this.#derivation.host !== undefined && verdict === 'missing';
    const { witness } = observed;
    const finding =
      known ?? this.#finding(rowKey, verdict, orphaned && witness ? { primary: witness.rowKey } : {});
    this.#wrong.set(rowKey, finding);
    // An entity that is not there is for its owner to bring back.
    if (mending && !orphaned) return { operations: [this.#correction(observed)] };
    await tally.report(finding);
    return undefined;
  }

  /** What an unreadable entity contributes is not known, so neither is what the shared rows should say. */
  async #giveUp(unreadable: readonly StoredRow[]): Promise<void> {
    for (const row of unreadable) await reportUnreadable(this.#task, row, [this.#derivation]);
  }

  #shared(): Promise<SharedRows> {
    return sharedRowsOf(this.#task, this.#partition, this.#derivation);
  }

  #correction({ after, expected }: Observed): RowOperation {
    // What else another entity has is its own.
    return this.#derivation.host && after && expected
      ? { kind: 'merge', row: expected, ifMatch: after.etag }
      : correction(after, expected)!;
  }

  #finding(rowKey: string, kind: FindingKind, more: Pick<Finding, 'primary'> = {}): Finding {
    const { partitionKey } = this.#partition;
    return { kind, derivation: this.#derivation.name, partitionKey, rowKey, ...more };
  }
}
