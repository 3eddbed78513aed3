import { CANARY, OwnError } from './attempt.js';

/** A way to make a value that does not belong where it is put. Fresh each time: some are used up. */
export interface HostileValue {
  readonly label: string;
  readonly make: () => unknown;
  /** Says something else each time it is asked, so that what is stored cannot be foretold. */
  readonly unstable?: boolean;
}

type Traits = Pick<HostileValue, 'unstable'>;

const entry = (label: string, make: () => unknown, traits: Traits = {}): HostileValue => ({
  label,
  make,
  ...traits,
});

const primitives = [
  entry('null', () => null),
  entry('undefined', () => undefined),
  entry('true', () => true),
  entry('NaN', () => Number.NaN),
  entry('Infinity', () => Number.POSITIVE_INFINITY),
  entry('-0', () => -0),
  entry('0.5', () => 0.5),
  entry('2 ** 31', () => 2 ** 31),
  entry('-(2 ** 31) - 1', () => -(2 ** 31) - 1),
  entry('2 ** 53', () => 2 ** 53),
  entry('0n', () => 0n),
  entry('2n ** 63n', () => 2n ** 63n),
  entry('-(2n ** 63n) - 1n', () => -(2n ** 63n) - 1n),
  entry('a Symbol', () => Symbol(CANARY)),
  entry('Symbol.iterator', () => Symbol.iterator),
  entry('a function', () => () => CANARY),
  entry('a class', () => class {}),
];

const strings = [
  entry('an empty string', () => ''),
  entry('a string', () => CANARY),
  entry('a lone high surrogate', () => `${CANARY}\ud800`),
  entry('a lone low surrogate', () => `\udc00${CANARY}`),
  entry('swapped surrogates', () => `\ude00\ud83d${CANARY}`),
  entry('control characters', () => `${CANARY}\0\u0001\u001b\u007f\u0085\r\n\t`),
  entry('32,768 units', () => CANARY.padEnd(32_768, 'x')),
  entry('32,769 units', () => CANARY.padEnd(32_769, 'x')),
  entry('a million units', () => CANARY.padEnd(2 ** 20, 'x')),
  entry("the word '__proto__'", () => '__proto__'),
  entry('almost a Guid', () => '0f8fad5b-d9cb-469f-a165-70867728950g'),
  entry('a Guid and a line end', () => '0f8fad5b-d9cb-469f-a165-70867728950e\n'),
  entry('a Guid in braces', () => '{0f8fad5b-d9cb-469f-a165-70867728950e}'),
];

const boxed = [
  entry('a boxed string', () => Object(CANARY)),
  entry('a boxed number', () => Object(5)),
  entry('a boxed bigint', () => Object(5n)),
  entry('a boxed boolean', () => Object(true)),
  entry('a boxed symbol', () => Object(Symbol(CANARY))),
  entry('toString', () => ({ toString: () => CANARY })),
  entry('valueOf', () => ({ valueOf: () => 5 })),
  entry('Symbol.toPrimitive', () => ({ [Symbol.toPrimitive]: () => 5 })),
  entry('a throwing toString', () => ({
    toString: () => {
      throw new OwnError();
    },
  })),
];

const dates = [
  entry('an invalid Date', () => new Date(Number.NaN)),
  entry('a Date of the year 1600', () => new Date('1600-12-31T23:59:59.999Z')),
  entry('a Date of the year 10000', () => new Date(253_402_300_800_000)),
  entry('a false Date', () => Object.create(Date.prototype) as unknown),
  entry('a Proxy of a Date', () => new Proxy(new Date(0), {})),
  entry('a Date that lies about its time', () => Object.assign(new Date(5), { getTime: () => 0 })),
  entry('a Date that lies about its text', () => Object.assign(new Date(5), { toISOString: () => CANARY })),
  entry('an invalid Date that lies', () =>
    Object.assign(new Date(Number.NaN), { getTime: () => 0, toISOString: () => '1970-01-01T00:00:00.000Z' }),
  ),
];

const bytes = [
  entry('65,536 bytes', () => new Uint8Array(65_536)),
  entry('65,537 bytes', () => new Uint8Array(65_537)),
  entry('false bytes', () => Object.create(Uint8Array.prototype) as unknown),
  entry('a Proxy of bytes', () => new Proxy(new Uint8Array(3), {})),
  entry('detached bytes', () => {
    const view = new Uint8Array(3);
    structuredClone(view.buffer, { transfer: [view.buffer] });
    return view;
  }),
  entry('bytes that lie about their length', () => {
    const view = Buffer.from(`${CANARY}${CANARY}`).subarray(0, 3);
    return Object.defineProperty(view, 'byteLength', { value: 2 * CANARY.length });
  }),
  entry('bytes that lie about their buffer', () =>
    Object.defineProperty(new Uint8Array(3), 'buffer', { value: new ArrayBuffer(64) }),
  ),
  entry('an array of bytes', () => [1, 2, 3]),
  entry('a Float64Array', () => new Float64Array([1.5])),
  entry('an ArrayBuffer', () => new ArrayBuffer(3)),
  entry('a DataView', () => new DataView(new ArrayBuffer(3))),
  entry('shared bytes', () => new Uint8Array(new SharedArrayBuffer(3))),
];

const objects = [
  entry('an empty object', () => ({})),
  entry('an object without prototype', () => Object.assign(Object.create(null) as object, { label: CANARY })),
  entry('own __proto__ and constructor', () => JSON.parse(`{"__proto__":{"a":1},"constructor":"${CANARY}"}`)),
  entry('own names of Object.prototype', () => ({ toString: 'a', valueOf: 'b', hasOwnProperty: 'c' })),
  entry('names of Object.prototype further down', () => ({ label: { toString: 'a', constructor: 'b' } })),
  entry('a name with a lone surrogate', () => ({ '\ud800': CANARY })),
  entry('a Map', () => new Map([['a', CANARY]])),
  entry('a Set', () => new Set([CANARY])),
  entry('a RegExp', () => /CANARY/),
  entry('an Error', () => new Error(CANARY)),
  entry('a Promise', () => Promise.resolve(CANARY)),
  entry('an instance of some class', () => new URL(`http://localhost/${CANARY}`)),
  entry('a Map inside', () => ({ label: new Map([['a', CANARY]]) })),
  entry('a Set inside', () => ({ label: new Set([CANARY]) })),
  entry('bytes inside', () => ({ label: new Uint8Array([1, 2]) })),
  entry('a Date inside', () => ({ label: new Date(0) })),
  entry('a function inside', () => ({ label: () => CANARY })),
  entry('undefined inside', () => ({ label: undefined })),
  entry('NaN inside', () => ({ label: Number.NaN })),
  entry('-0 inside', () => ({ label: -0 })),
  entry('a bigint inside', () => ({ label: 5n })),
  entry('a symbol inside', () => ({ label: Symbol(CANARY) })),
  entry('a lone surrogate inside', () => ({ label: `${CANARY}\ud800` })),
  entry('a cycle', () => {
    const cycle: { label?: unknown } = { label: [] };
    cycle.label = [cycle];
    return cycle;
  }),
  entry('100,000 levels', () => {
    let deep: unknown = CANARY;
    for (let level = 0; level < 100_000; level++) deep = { next: deep };
    return deep;
  }),
  entry('a toJSON method', () => ({ label: CANARY, toJSON: () => 'other' })),
  entry('a hidden toJSON method', () =>
    Object.defineProperty({ label: CANARY }, 'toJSON', { value: () => 'other' }),
  ),
  entry('a hidden toJSON method inside', () => ({
    label: Object.defineProperty([1, 2], 'toJSON', { value: () => 'other' }),
  })),
  entry('a throwing getter', () => ({
    get label(): never {
      throw new OwnError();
    },
  })),
  entry('a getter that turns into a bigint', () => turning(1, 5n), { unstable: true }),
  entry('a getter that turns into NaN', () => turning(1, Number.NaN), { unstable: true }),
  entry('a getter that turns into a lone surrogate', () => turning('a', `${CANARY}\ud800`), {
    unstable: true,
  }),
];

const arrays = [
  entry('an empty array', () => []),
  entry('an array of strings', () => [CANARY]),
  entry('an array of arrays', () => [[CANARY]]),
  entry('an array of null', () => [null]),
  entry('an array of undefined', () => [undefined]),
  entry('an array with a hole', () => {
    const holed = [1, 2, 3];
    delete holed[1];
    return holed;
  }),
  entry('an array with a name', () => Object.assign([1], { name: CANARY })),
  entry('a subclass of Array', () => class extends Array<number> {}.of(1)),
];

const proxies = [
  entry('a Proxy of an object', () => new Proxy({ label: CANARY }, {})),
  entry('a Proxy of an array', () => new Proxy([1], {})),
  entry('a Proxy of a function', () => new Proxy(() => CANARY, {})),
  entry('a Proxy that throws', () => {
    const fail = () => {
      throw new OwnError();
    };
    return new Proxy({}, { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail });
  }),
  entry('a revoked Proxy', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  }),
];

/** Everything that a careless or malicious caller might pass. */
export const HOSTILE_VALUES: readonly HostileValue[] = [
  ...primitives,
  ...strings,
  ...boxed,
  ...dates,
  ...bytes,
  ...objects,
  ...arrays,
  ...proxies,
];

/** Shows `first` while it is being checked, and `then` when it is used. */
function turning(first: unknown, then: unknown): object {
  let asked = 0;
  return {
    get label() {
      return asked++ === 0 ? first : then;
    },
  };
}
