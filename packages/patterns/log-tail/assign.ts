import type { AssignTools } from '@tablewright/core';
import type { CompiledLog } from './compile-log.js';
import { GrowingMoments, GrowingTicks, Repetitions } from './growing.js';
import { TICKS_PER_MS, ticksOf, ticksOfClock } from './times.js';

type Fields = Record<string, unknown>;

/** The largest count that four digits hold, from which the tie counts down: the newest comes first. */
const FIRST_TIE = 0xffff;

/** What a process has given away so far: what it appends one after the other stays in that order. */
class Given {
  readonly moments = new GrowingMoments();
  readonly ticks = new GrowingTicks();
  readonly repetitions = new Repetitions();
}

/** Gives entries what they lack. */
export interface Assigner {
  /**
   * Gives an entry its time and its tie-break, where it lacks them. Runs once, before the first attempt: retries
   * send the same row.
   */
  assign(entity: object, tools: AssignTools): void;
  /** Another process is where this one was about to go on: goes on so many ticks later. */
  skip(newId: AssignTools['newId'], ticks: number): void;
}

export function assigner(log: CompiledLog): Assigner {
  const { at, tie } = log;
  // A source of ids stands for a process: several can be simulated in one, and none is bound by the others' clocks.
  const processes = new WeakMap<AssignTools['newId'], Given>();
  const givenBy = (newId: AssignTools['newId']): Given => {
    const known = processes.get(newId) ?? new Given();
    processes.set(newId, known);
    return known;
  };
  return {
    assign(entity, tools) {
      const entry = entity as Fields;
      const given = givenBy(tools.newId);
      const count = has(entry, at) ? repetition(given, entry[at]) : place(log, given, entry, tools);
      if (tie && !has(entry, tie.property)) {
        entry[tie.property] = tieOf(tie.kind, count, tools.newId());
      }
    },
    skip: (newId, ticks) => givenBy(newId).ticks.skip(ticks),
  };
}

/** Whether an entry has a value of its own. */
export function has(entry: object | undefined, property: string): boolean {
  const value = (entry as Fields | undefined)?.[property];
  return value !== undefined && value !== null;
}

/** Sets the time by the clock, and tells how many entries of this process had the same. */
function place({ at, times, bare }: CompiledLog, given: Given, entry: Fields, tools: AssignTools): number {
  if (times.unit === TICKS_PER_MS) {
    const { time, count } = given.moments.next(Math.floor(tools.now()));
    entry[at] = new Date(time);
    return count;
  }
  // Alone in their keys, ticks of two processes would often meet if both began with the same digits.
  const fraction = bare ? BigInt(Math.floor(tools.random() * Number(TICKS_PER_MS))) : 0n;
  entry[at] = given.ticks.next(ticksOfClock(tools.now()) + fraction);
  return 0;
}

/** A value that is no time is refused later, when the key is made. */
function repetition({ repetitions }: Given, value: unknown): number {
  try {
    return repetitions.next(ticksOf(value));
  } catch {
    return 0;
  }
}

/** An id that begins with a count downwards, so that what came later sorts first. */
function tieOf(kind: 'text' | 'guid', count: number, id: string): string {
  const digits = Math.max(0, FIRST_TIE - count)
    .toString(16)
    .padStart(4, '0');
  return kind === 'guid' ? digits + id.slice(digits.length) : `${digits}-${id}`;
}
