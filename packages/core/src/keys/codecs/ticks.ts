import { dateOfTicks, isTicks, MAX_TICKS, TICKS_PER_MILLISECOND, ticksOfDate } from '../../edm/index.js';
import { checkedTime } from './date-time.js';
import { type PartCodec, type PartPlace, refuse } from './part-codec.js';

/** Too long to be read as a number. */
type TicksCodec = Omit<PartCodec<bigint>, 'fixed'>;

const DIGITS = 19;
const SHAPE = /^\d{19}$/;

/** Ticks as 19 digits, oldest first. */
export function ticksCodec(place: PartPlace): PartCodec<bigint> {
  return ticksAs((ticks) => ticks, false, place);
}

/** Ticks as 19 digits, newest first: `DateTime.MaxValue.Ticks - x.Ticks` of the log tail pattern. */
export function descendingTicksCodec(place: PartPlace): TicksCodec {
  return ticksAs((ticks) => MAX_TICKS - ticks, true, place);
}

/** Dates in that same form. */
export function descendingDateTimeCodec(place: PartPlace): PartCodec<Date> {
  const ticksCodec = descendingTicksCodec(place);
  return {
    ...ticksCodec,
    kind: 'dateTime',
    encode: (value) => ticksCodec.encode(ticksOfDate(new Date(checkedTime(value, place)))),
    decode(text) {
      const ticks = ticksCodec.decode(text);
      // A Date cannot hold the finer ticks of other writers, and so could not find the row again.
      if (ticks === undefined || ticks % TICKS_PER_MILLISECOND !== 0n) return undefined;
      return dateOfTicks(ticks);
    },
  };
}

/** `turn` is its own inverse, and so serves both directions. */
function ticksAs(turn: (ticks: bigint) => bigint, descending: boolean, place: PartPlace): TicksCodec {
  return {
    kind: 'ticks',
    width: 'self',
    ordered: true,
    descending,
    encode(value) {
      if (isTicks(value)) return String(turn(value)).padStart(DIGITS, '0');
      const remedy = 'Count 100 ns units since 0001-01-01T00:00:00Z; ticksOfDate(date) does.';
      throw refuse(place, 'ticks of type bigint in the years 1601 to 9999', value, remedy);
    },
    endOf: (_, start) => start + DIGITS,
    decode(text) {
      const ticks = SHAPE.test(text) ? turn(BigInt(text)) : undefined;
      return isTicks(ticks) ? ticks : undefined;
    },
  };
}
