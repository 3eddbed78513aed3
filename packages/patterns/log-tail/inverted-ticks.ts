import { compileTemplate, KeyMismatchError, ticksOfDate } from '@tablewright/core';

const INVERTED = compileTemplate('{at:desc}', () => 'ticks', 'row');

/**
 * The 19 digits of the guide, `DateTime.MaxValue.Ticks - ticks`: the newest time is the least text. For keys that
 * are put together by hand; repositories write them by themselves. 0 requests.
 * @example `invertedTicks(new Date('2014-07-31T18:00:00Z')) // '2519954711999999999'`
 */
export function invertedTicks(time: Date | bigint): string {
  return INVERTED.encode({ at: typeof time === 'bigint' ? time : ticksOfDate(time) });
}

/**
 * The ticks of such 19 digits; `dateOfTicks` of core leads on to a Date. 0 requests.
 * @example `dateOfTicks(ticksOfInverted('2519954711999999999')) // 2014-07-31T18:00:00.000Z`
 */
export function ticksOfInverted(digits: string): bigint {
  if (typeof digits !== 'string') throw new KeyMismatchError({ template: INVERTED.source, length: 0 });
  return INVERTED.decode(digits)['at'] as bigint;
}
