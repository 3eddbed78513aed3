import type { Diagnosis } from './diagnose.js';

const MOST = 100;

/**
 * What turned out about derived rows while a write was tried. It holds for the versions of the entities that
 * were known then: whoever looks at them again forgets it, because a rebuild may have come between.
 */
export class Discoveries {
  /** The RowKeys of rows that are not there. */
  readonly missing = new Set<string>();
  /** The ETags of unique rows that belong to the entity already, by RowKey. */
  readonly owned = new Map<string, string>();

  /**
   * Whether there is something new, so that another plan is worth trying. Nothing is discovered twice, and no
   * more than a transaction could hold.
   */
  note(diagnosis: Diagnosis): boolean {
    if (this.missing.size + this.owned.size >= MOST) return false;
    if (diagnosis.kind === 'missing' && !this.missing.has(diagnosis.rowKey)) {
      this.missing.add(diagnosis.rowKey);
      return true;
    }
    if (diagnosis.kind === 'owned' && !this.owned.has(diagnosis.rowKey)) {
      this.owned.set(diagnosis.rowKey, diagnosis.etag);
      return true;
    }
    return false;
  }

  forget(): void {
    this.missing.clear();
    this.owned.clear();
  }
}
