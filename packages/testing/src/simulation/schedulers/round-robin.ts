import type { Scheduling } from './scheduler.js';

/** One actor after the other, an event each; time passes when nothing else can happen. Good for debugging. */
export function roundRobin(): Scheduling {
  return {
    name: 'roundRobin',
    start: () => {
      const lastTurn = new Map<string, number>();
      let turn = 0;
      return {
        pick: (choices) => {
          const busy = choices.filter(({ kind }) => kind !== 'timer');
          const choice = (busy.length > 0 ? busy : choices).reduce((one, other) => {
            const wait = (lastTurn.get(one.thread) ?? -1) - (lastTurn.get(other.thread) ?? -1);
            return wait > 0 || (wait === 0 && other.order < one.order) ? other : one;
          });
          lastTurn.set(choice.thread, turn++);
          return choice;
        },
      };
    },
  };
}
