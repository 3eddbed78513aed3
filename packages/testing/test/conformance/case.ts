import type { Target } from './target.js';

/** One rule of the service, tried on a storage account. */
export interface Case {
  /** What the documentation says. */
  readonly rule: string;
  /** Tells what happened, as plain data. */
  run(target: Target): Promise<unknown>;
  /** What should happen. */
  readonly documented: unknown;
  /** What Azurite does instead. */
  readonly azurite?: {
    /** In words, for the list. */
    readonly does: string;
    readonly outcome: unknown;
  };
}
