import { formatIsoTime, timeOf } from '../../edm/index.js';
import { type PartCodec, type PartPlace, refuse } from './part-codec.js';

const SHAPE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Dates as ISO text in UTC with milliseconds, which sorts by time within years of four digits. */
export function dateTimeCodec(place: PartPlace): PartCodec<Date> {
  return {
    kind: 'dateTime',
    width: 'self',
    ordered: true,
    descending: false,
    encode: (value) => formatIsoTime(checkedTime(value, place)),
    endOf: (_, start) => start + '2014-07-31T18:00:00.000Z'.length,
    decode(text) {
      if (!SHAPE.test(text)) return undefined;
      const date = new Date(text);
      // Writing it again refuses days that roll over, such as the 30th of February.
      return timeOf(date) !== undefined && date.toISOString() === text ? date : undefined;
    },
  };
}

/** The milliseconds of a Date that a key can hold, or KeyValueError. */
export function checkedTime(value: unknown, place: PartPlace): number {
  const time = timeOf(value);
  if (time !== undefined) return time;
  throw refuse(place, 'a valid Date in the years 1601 to 9999', value, 'Check how it was made or parsed.');
}
