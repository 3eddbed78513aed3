import type { Scheduling } from './scheduler.js';

/** How a priority-change scheduler searches. */
export interface PriorityChangeOptions {
  /** How many events must come in a certain order for the bug to show; 3 unless told. */
  readonly depth?: number;
}

/**
 * Actors have random priorities, and the first one that can go on does so, alone; at `depth - 1` random moments
 * it falls behind all others (PCT: Burckhardt et al., 2010). A bug that needs d events in a certain order is found
 * with a probability of at least 1 / (actors x events^(d-1)), which random choice cannot promise.
 */
export function priorityChange({ depth = 3 }: PriorityChangeOptions = {}): Scheduling {
  return {
    name: `priorityChange(${depth})`,
    start: ({ random, events }) => {
      const priorities = new Map<string, number>();
      const changes = new Set(Array.from({ length: depth - 1 }, () => random.below(events)));
      let lowest = 0;
      let picked = 0;
      const priorityOf = (thread: string): number => {
        const known = priorities.get(thread);
        if (known !== undefined) return known;
        const drawn = random.next();
        priorities.set(thread, drawn);
        return drawn;
      };
      const fallBehind = (thread: string) => void priorities.set(thread, --lowest);

      return {
        pick: (choices) => {
          const first = () =>
            choices
              .map(({ thread }) => thread)
              .reduce((one, other) => (priorityOf(other) > priorityOf(one) ? other : one));
          if (changes.has(picked++)) fallBehind(first());
          const thread = first();
          const choice = random.pick(choices.filter((other) => other.thread === thread));
          // Who waits lets others go on; or else one that polls would keep everybody from working.
          if (choice.kind === 'timer') fallBehind(thread);
          return choice;
        },
      };
    },
  };
}
