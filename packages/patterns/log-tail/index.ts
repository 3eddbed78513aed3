export type { Entry, LogApi, LogOf, LogTime } from './api.js';
export { invertedTicks, ticksOfInverted } from './inverted-ticks.js';
export type { LogOptions } from './options.js';
export { LogTail } from './pattern.js';
export type { Tail, TailOptions } from './tail-api.js';
