import type { Finding, FindingCounts } from './finding.js';

/** What `verify` saw. */
export interface VerifyReport {
  /** The derivations that were looked at. */
  readonly derivations: readonly string[];
  /** How many entities were looked at. */
  readonly scanned: number;
  /** How many partitions they are in, those without any included. */
  readonly partitions: number;
  readonly counts: FindingCounts;
  /** The first findings, as many as `keep` allows; the counts are exact. */
  readonly findings: readonly Finding[];
  /** Nothing was found. */
  readonly clean: boolean;
}

/** What `repair` did. Here `counts`, `findings` and `clean` are about what is left. */
export interface RepairReport extends VerifyReport {
  /** How many findings were put right. */
  readonly mended: FindingCounts;
}

/** What `rebuild` did, earlier calls that it went on from included; `findings` are those of this call. */
export interface RebuildReport extends RepairReport {
  readonly derivation: string;
  readonly fingerprint: string;
  /** Every entity has its rows, and no other rows are there: the derivation may be declared ready. */
  readonly complete: boolean;
  /** An earlier call had not come to its end, and this one went on from there. */
  readonly resumed: boolean;
}

/** What `drop` did. */
export interface DropReport {
  readonly derivation: string;
  /** How many rows this call deleted. */
  readonly deleted: number;
  /** How many rows begin like those of the derivation, but name no entity: they were not deleted. */
  readonly foreign: number;
  /** Those rows, as many as `keep` allows. */
  readonly findings: readonly Finding[];
}

/** How far a call has come. */
export interface MaintenanceProgress {
  readonly scanned: number;
  readonly partitions: number;
  /** How many findings there are, mended ones included. */
  readonly found: number;
  readonly mended: number;
  /** Of `drop`: how many rows are gone. */
  readonly deleted: number;
}
