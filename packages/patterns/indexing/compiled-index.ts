import type { CompiledTemplate, DerivationState } from '@tablewright/core';
import type { Sparse } from '../shared/sparse.js';
import type { CopiedColumns } from './copied-columns.js';

/** An index that was checked against its entity, wherever its rows are. */
export interface CompiledIndex {
  readonly name: string;
  readonly state: DerivationState;
  /** The template of its PartitionKeys, and that of its RowKeys, as a whole. */
  readonly partition: CompiledTemplate;
  readonly row: CompiledTemplate;
  /** The array property that has one row for each of its elements. */
  readonly each: string | undefined;
  readonly sparse: Sparse | undefined;
  /** The properties that its rows carry besides the keys; `undefined`: all. */
  readonly project: readonly string[] | undefined;
  readonly columns: CopiedColumns;
}
