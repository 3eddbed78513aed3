import type { SimpleKeyKind } from '../key-kind.js';
import { booleanCodec } from './boolean.js';
import { dateTimeCodec } from './date-time.js';
import { descendingInteger } from './descending.js';
import { descendingDoubleCodec, doubleCodec } from './double.js';
import { guidCodec } from './guid.js';
import { INT32, INT64, type IntegerType } from './integer-type.js';
import { paddedInteger } from './padded-integer.js';
import type { PartCodec, PartPlace } from './part-codec.js';
import { rawTextCodec } from './raw-text.js';
import { signedInteger } from './signed-integer.js';
import { textCodec } from './text.js';
import { descendingDateTimeCodec, descendingTicksCodec, ticksCodec } from './ticks.js';

type MakeCodec = (place: PartPlace) => PartCodec;

/** One way to write a kind of value. */
export interface Format {
  /** How a template asks for it, for errors. */
  usage(variable: string): string;
  /** How to make its codec, if `spec` asks for this format. */
  match(spec: string | undefined): MakeCodec | undefined;
}

/** `{variable}` */
const plain = (make: MakeCodec): Format => ({
  usage: (variable) => `{${variable}}`,
  match: (spec) => (spec === undefined ? make : undefined),
});

/** `{variable:name}` */
const named = (name: string, make: MakeCodec): Format => ({
  usage: (variable) => `{${variable}:${name}}`,
  match: (spec) => (spec === name ? make : undefined),
});

/** `{variable:06}` */
const padded = <V extends number | bigint>(type: IntegerType<V>): Format => ({
  usage: (variable) => `{${variable}:01} to {${variable}:0${type.digits}}`,
  match(spec = '') {
    const width = /^0[1-9]\d?$/.test(spec) ? Number(spec) : 0;
    if (width < 1 || width > type.digits) return undefined;
    return (place) => paddedInteger(type, width, place);
  },
});

/** `{variable:desc}` */
const descending = <V extends number | bigint>(type: IntegerType<V>): Format =>
  named('desc', (place) => descendingInteger(type, place));

/** Every kind, with its formats. */
export const FORMATS: ReadonlyMap<SimpleKeyKind, readonly Format[]> = new Map([
  ['text', [plain(textCodec), named('raw', rawTextCodec)]],
  ['int32', [plain((place) => signedInteger(INT32, place)), padded(INT32), descending(INT32)]],
  ['int64', [plain((place) => signedInteger(INT64, place)), padded(INT64), descending(INT64)]],
  ['double', [plain(doubleCodec), named('desc', descendingDoubleCodec)]],
  ['boolean', [plain(booleanCodec)]],
  ['dateTime', [plain(dateTimeCodec), named('desc', descendingDateTimeCodec)]],
  ['ticks', [plain(ticksCodec), named('desc', descendingTicksCodec)]],
  ['guid', [plain(guidCodec)]],
]);
