import { areas } from './areas.js';

/** One line of the list in docs/reference-service.md. */
export interface Deviation {
  readonly area: string;
  readonly rule: string;
  readonly does: string;
}

/** Where Azurite does not do what the documentation says. That it does so is shown by the cases themselves. */
export const deviations: readonly Deviation[] = areas.flatMap(({ area, cases }) =>
  cases.flatMap(({ rule, azurite }) => (azurite ? [{ area, rule, does: azurite.does }] : [])),
);
