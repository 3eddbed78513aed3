import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pace, type Sign } from '../../src/store/pace/pace.js';

/** Takes so many places at once, which there must be. */
function enter(pace: Pace, count: number): number[] {
  return Array.from({ length: count }, () => {
    expect(pace.enter()).toBeUndefined();
    return pace.era;
  });
}

function round(pace: Pace, sign: Sign, count = pace.width): void {
  for (const era of enter(pace, count)) pace.leave(era, sign);
}

describe('a pace', () => {
  it('begins with all that is allowed', () => {
    const pace = new Pace(16);
    enter(pace, 16);
    expect(pace.enter()).toBeInstanceOf(Promise);
  });

  it('halves once for all that were under way', () => {
    const pace = new Pace(16);
    round(pace, 'busy');
    expect(pace.width).toBe(8);
    round(pace, 'busy');
    expect(pace.width).toBe(4);
  });

  it('is never less than one', () => {
    const pace = new Pace(3);
    for (let i = 0; i < 10; i++) round(pace, 'busy');
    expect(pace.width).toBe(1);
    expect(pace.enter()).toBeUndefined();
  });

  it('halves what is under way, and not what might be', () => {
    const pace = new Pace(1_000);
    round(pace, 'busy', 6);
    expect(pace.width).toBe(3);
  });

  it('grows by one with each round of answers, up to what is allowed', () => {
    const pace = new Pace(8);
    round(pace, 'busy');
    const widths = Array.from({ length: 6 }, () => {
      round(pace, 'answered');
      return pace.width;
    });
    expect(widths).toEqual([5, 6, 7, 8, 8, 8]);
  });

  it('does not take what was sent before for an answer to what was sent after', () => {
    const pace = new Pace(4);
    const [first, ...others] = enter(pace, 4) as [number, ...number[]];
    pace.leave(first, 'busy');
    for (const era of others) pace.leave(era, 'answered');
    expect(pace.width).toBe(2);
    round(pace, 'answered');
    expect(pace.width).toBe(3);
  });

  it('learns nothing from silence', () => {
    const pace = new Pace(4);
    round(pace, 'busy');
    for (let i = 0; i < 9; i++) round(pace, 'silent');
    expect(pace.width).toBe(2);
  });
});

type Step = { readonly enter: true } | { readonly leave: number; readonly sign: Sign };

const step = fc.oneof(
  fc.constant<Step>({ enter: true }),
  fc.record({ leave: fc.nat(), sign: fc.constantFrom<Sign>('answered', 'busy', 'silent') }),
);

it('keeps its promises whatever the order of events', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 9 }),
      fc.array(step, { maxLength: 200 }),
      async (most, steps) => {
        const pace = new Pace(most);
        const underWay: { readonly id: number; readonly era: number }[] = [];
        const admitted: number[] = [];
        let asked = 0;
        const begin = (id: number) => {
          admitted.push(id);
          underWay.push({ id, era: pace.era });
        };
        const leave = async (at: number, sign: Sign) => {
          const { era } = underWay.splice(at, 1)[0]!;
          pace.leave(era, sign);
          // Those whose turn it is begin now.
          await Promise.resolve();
        };
        for (const one of steps) {
          if ('enter' in one) {
            const id = asked++;
            const turn = pace.enter();
            if (turn) void turn.then(() => begin(id));
            else begin(id);
          } else if (underWay.length > 0) await leave(one.leave % underWay.length, one.sign);
          expect(pace.width).toBeGreaterThanOrEqual(1);
          expect(pace.width).toBeLessThanOrEqual(most);
          expect(underWay.length).toBeLessThanOrEqual(most);
          // Somebody waits only while there is no room.
          if (admitted.length < asked) expect(underWay.length).toBeGreaterThanOrEqual(pace.width);
        }
        while (underWay.length > 0) await leave(0, 'silent');
        // Nobody is forgotten, and nobody overtakes.
        expect(admitted).toEqual(Array.from({ length: asked }, (_, id) => id));
      },
    ),
  );
});
