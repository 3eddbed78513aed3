import type { RowOperation } from '../operation.js';
import type { Change } from './change.js';
import type { Derivation } from './derivation.js';
import type { FedColumns } from './fed.js';
import type { SplitWrite } from './split.js';

/** One entity's change, and what is derived from such entities. */
export interface PlannedChange {
  readonly entity: string;
  /** Which of the caller's writes it is; the first, if it stands for several. */
  readonly item: number;
  readonly change: Change;
  readonly derivations: readonly Derivation[];
  /** Rows in which it is recorded what has to follow elsewhere. */
  readonly records?: readonly RowOperation[] | undefined;
  /** The columns that others fill. */
  readonly fed?: readonly FedColumns[] | undefined;
  /** How the entity's row becomes several; left out where it is one. */
  readonly split?: ((change: Change) => SplitWrite) | undefined;
}
