import type { TableStore } from '@tablewright/core';
import type { EmbeddedStorage } from '@tablewright/testing';
import type { DepartmentRepository, EmployeeRepository } from './contoso.js';
import type { IndexedEmployees } from './indexed.js';

/** What the code of an act may use. */
export interface Props {
  readonly store: TableStore;
  readonly departments: DepartmentRepository;
  readonly employees: EmployeeRepository;
  /** The employees, once they can be found by their e-mail. */
  readonly indexed: IndexedEmployees;
  readonly emulator: EmbeddedStorage;
  /** Prints into the tour. */
  readonly console: { log(...values: unknown[]): void };
}

/**
 * Rows of one partition, of `partitions` that begin alike or of all, whose RowKey begins with `prefix`; the `first` of
 * them or all.
 */
export interface RowChoice {
  readonly partition?: string;
  readonly partitions?: string;
  readonly prefix?: string;
  readonly first?: number;
}

/** Which stored rows to show after an act: some columns of some rows, or every column of one row. */
export type RowView =
  | ({ readonly kind: 'grid'; readonly columns: readonly string[] } & RowChoice)
  | { readonly kind: 'record'; readonly rowKey: string };

/** One piece of code, and what is worth saying about it. */
export interface Act {
  /** Its body is read from the source file and shown: write it for the reader. */
  run(props: Props): Promise<void>;
  /** The code of the error that the act ends with. */
  readonly fails?: string;
  readonly rows: RowView;
  /** What to notice in what was seen. */
  readonly note?: string;
}

export interface Step {
  /** The file below `steps/` that holds it. */
  readonly name: string;
  readonly title: string;
  readonly why: string;
  /** A source file to show in front of the acts. */
  readonly listing?: string;
  readonly acts: readonly Act[];
}

/** The chosen rows, or those whose RowKey begins with a prefix, with these columns. */
export function grid(rows: RowChoice | '' | 'department' | 'empid_', ...columns: readonly string[]): RowView {
  return { kind: 'grid', ...(typeof rows === 'string' ? { prefix: rows } : rows), columns };
}

/** One row with all of its columns and their types. */
export function record(rowKey: string): RowView {
  return { kind: 'record', rowKey };
}
