import type { HttpMethods } from '@azure/core-rest-pipeline';
import type { Plan } from '../plan/index.js';

/**
 * What an observer sees, in order. Credentials never appear. Paths hold keys, and a plan holds the rows that
 * are to be stored: log its names, not its values.
 */
export type StoreEvent =
  | {
      readonly type: 'plan';
      readonly plan: Plan;
      /** Of a write: the id of all its attempts, in the service's logs and in an OutcomeUnknownError. */
      readonly operationId?: string;
    }
  | {
      readonly type: 'request';
      readonly method: HttpMethods;
      readonly path: string;
      /** `undefined`: no reply came back. */
      readonly status: number | undefined;
      /** 0 for the first attempt. */
      readonly attempt: number;
      readonly milliseconds: number;
    }
  | {
      readonly type: 'retry';
      readonly method: HttpMethods;
      readonly path: string;
      readonly attempt: number;
      readonly delay: number;
    }
  | { readonly type: 'tableCreated'; readonly table: string };

export type Observer = (event: StoreEvent) => void;
