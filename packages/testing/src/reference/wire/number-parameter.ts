import { Refusal } from './refusal.js';
import type { WireRequest } from './wire-request.js';

/** A whole number from the query; `undefined` if it is not there. */
export function numberParameter(
  request: WireRequest,
  name: string,
  least: number,
  most: number,
): number | undefined {
  const text = request.parameter(name);
  if (text === undefined) return undefined;
  if (!/^-?\d+$/.test(text)) {
    throw new Refusal(
      400,
      'InvalidQueryParameterValue',
      `Value for one of the query parameters specified in the request URI is invalid: ${name}.`,
    );
  }
  const value = Number(text);
  if (value < least || value > most) throw outOfRangeParameter(name, least, most);
  return value;
}

export function outOfRangeParameter(name: string, least: number, most: number): Refusal {
  return new Refusal(
    400,
    'OutOfRangeQueryParameterValue',
    `One of the query parameters specified in the request URI is outside the permissible range: ${name} is from ${least} to ${most}.`,
  );
}
