import type { CallOptions } from '@tablewright/core';

export interface RefreshOptions extends CallOptions {
  /** How often it starts over, because others write the same rows, before it gives up. 10 unless told. */
  readonly attempts?: number;
}

export interface RefreshReport {
  /** Whether there is an entity to copy from. If not, nothing was changed. */
  readonly found: boolean;
  /** The entities whose copies were brought up to date. */
  readonly updated: number;
}
