import type { Choice, Scheduling } from './scheduler.js';

/** How readily time passes while requests are on their way; one of them for each schedule. */
const TIMER_WEIGHTS = [1, 0.3, 0.03] as const;

/** Whatever can happen is as likely as anything else. Only time passes more slowly, in most schedules. */
export function random(): Scheduling {
  return {
    name: 'random',
    start: ({ random }) => {
      const timerWeight = random.pick(TIMER_WEIGHTS);
      const weightOf = ({ kind }: Choice) => (kind === 'timer' ? timerWeight : 1);
      return {
        pick: (choices) => {
          const total = choices.reduce((sum, choice) => sum + weightOf(choice), 0);
          let rest = random.next() * total;
          for (const choice of choices) {
            rest -= weightOf(choice);
            if (rest < 0) return choice;
          }
          return choices[choices.length - 1]!;
        },
      };
    },
  };
}
