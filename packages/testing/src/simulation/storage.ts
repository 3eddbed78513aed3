import type { HttpClient } from '@azure/core-rest-pipeline';
import type { VirtualClock } from '../clock/virtual-clock.js';

/** Where the requests of a simulation go: `referenceStorage()` fits. */
export interface SimulatedStorage {
  /** Applies each request when it is called, and answers. */
  readonly service: HttpClient;
  /** The service's time, which only the simulation moves. Without one, time is real. */
  readonly clock?: VirtualClock;
}
