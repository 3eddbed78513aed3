import { describeValue, OptionsError } from '../../errors/index.js';
import type { TemplateVars } from '../../keys/index.js';
import type { EntityClass } from '../../model/index.js';
import { type CallOptions, MAX_PAGE_ROWS } from '../../store/index.js';
import type { EntityOf, KeyOf } from '../types.js';
import type { MaintenanceProgress } from './report.js';

/** The properties that make up the PartitionKey. */
export type PartitionOf<C extends EntityClass> =
  string extends TemplateVars<C['key']['partition']>
    ? Partial<EntityOf<C>>
    : Pick<KeyOf<C>, TemplateVars<C['key']['partition']> & keyof KeyOf<C>>;

/** What all calls that go through a whole table take. */
export interface MaintenanceOptions extends CallOptions {
  /** Told after each page how far the call is. It only watches: what it throws is ignored. */
  readonly onProgress?: (progress: MaintenanceProgress) => void;
  /** How many partitions, or rows of one partition, are looked at side by side; 8 unless told. */
  readonly concurrency?: number;
  /** How many rows to fetch with one request: 1 to 1,000, which is also what is fetched unless told. */
  readonly pageSize?: number;
  /** How many findings the report lists; 1,000 unless told. */
  readonly keep?: number;
}

export interface VerifyOptions<C extends EntityClass = EntityClass> extends MaintenanceOptions {
  /** Their names; all that are not being dropped, unless told. */
  readonly derivations?: readonly string[];
  /** Only this partition. */
  readonly partition?: PartitionOf<C>;
}

export interface RebuildOptions extends MaintenanceOptions {
  /** Begins at the first partition even if an earlier call had come further. */
  readonly restart?: boolean;
}

/** The checked form of the options that all calls have. */
export interface Settings {
  readonly onProgress: ((progress: MaintenanceProgress) => void) | undefined;
  readonly concurrency: number;
  readonly pageSize: number | undefined;
  readonly keep: number;
}

export function settingsOf(options: MaintenanceOptions): Settings {
  const { onProgress, concurrency = 8, pageSize, keep = 1_000 } = options;
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new OptionsError('onProgress', 'onProgress is a function.');
  }
  return {
    onProgress,
    concurrency: whole('concurrency', concurrency, 1, 1_000),
    pageSize: pageSize === undefined ? undefined : whole('pageSize', pageSize, 1, MAX_PAGE_ROWS),
    keep: whole('keep', keep, 0, 1_000_000),
  };
}

export function flagOf(option: string, value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  throw new OptionsError(option, `${option} is true or false, not ${describeValue(value, 'a boolean')}.`);
}

function whole(option: string, value: number, least: number, most: number): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  throw new OptionsError(option, `${option} is a whole number from ${least} to ${most}.`);
}
