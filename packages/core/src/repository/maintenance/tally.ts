import { type Finding, type FindingKind, noFindings, total } from './finding.js';
import type { Settings } from './options.js';
import type { RepairReport } from './report.js';

/** Where findings go as they are made; it may ask to wait. */
export type FindingSink = (finding: Finding) => Promise<void> | void;

/** Counts from an earlier call that this one goes on from. */
export interface Earlier {
  readonly scanned: number;
  readonly partitions: number;
  readonly mended: Readonly<Record<string, number>>;
  readonly left: Readonly<Record<string, number>>;
}

/** Counts what is seen and done. Holds a bounded number of findings, whatever their number. */
export class Tally {
  scanned: number;
  partitions: number;
  deleted = 0;
  readonly #mended = noFindings();
  readonly #left = noFindings();
  readonly #findings: Finding[] = [];
  readonly #settings: Settings;
  readonly #sink: FindingSink | undefined;

  constructor(settings: Settings, sink?: FindingSink, earlier?: Earlier) {
    this.#settings = settings;
    this.#sink = sink;
    this.scanned = earlier?.scanned ?? 0;
    this.partitions = earlier?.partitions ?? 0;
    Object.assign(this.#mended, earlier?.mended);
    Object.assign(this.#left, earlier?.left);
  }

  /** Something is wrong, and stays so. */
  async report(finding: Finding): Promise<void> {
    this.#left[finding.kind]++;
    if (this.#findings.length < this.#settings.keep) this.#findings.push(Object.freeze(finding));
    await this.#sink?.(finding);
  }

  /** Something was wrong, and is put right. */
  mended(kind: FindingKind): void {
    this.#mended[kind]++;
  }

  progress(): void {
    const { scanned, partitions, deleted } = this;
    const mended = total(this.#mended);
    try {
      const found = mended + total(this.#left);
      this.#settings.onProgress?.({ scanned, partitions, found, mended, deleted });
    } catch {
      // It only watches.
    }
  }

  counts(): Earlier {
    const { scanned, partitions } = this;
    return { scanned, partitions, mended: { ...this.#mended }, left: { ...this.#left } };
  }

  result(derivations: readonly { readonly name: string }[]): RepairReport {
    const { scanned, partitions } = this;
    return {
      derivations: derivations.map(({ name }) => name),
      scanned,
      partitions,
      counts: { ...this.#left },
      mended: { ...this.#mended },
      findings: [...this.#findings],
      clean: total(this.#left) === 0,
    };
  }
}
