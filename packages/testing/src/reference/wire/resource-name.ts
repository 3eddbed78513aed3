import { Refusal } from './refusal.js';

const NAME = /^[a-z0-9](?:-?[a-z0-9])*$/;

/** Queues and containers: 3 to 63 lower-case letters, digits and single dashes between them. */
export function checkResourceName(name: string): void {
  if (!NAME.test(name)) {
    throw new Refusal(400, 'InvalidResourceName', 'The specified resource name contains invalid characters.');
  }
  if (name.length < 3 || name.length > 63) {
    throw new Refusal(
      400,
      'OutOfRangeInput',
      'The specified resource name length is not within the permissible limits.',
    );
  }
}
