import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from './areas.js';
import { openTarget, type Target, targetNames } from './target.js';

describe.each(targetNames)('%s', (name) => {
  let target: Target;
  beforeAll(async () => {
    target = await openTarget(name);
  });
  afterAll(() => target.storage.close());

  for (const { area, cases } of areas) {
    describe(area, () => {
      for (const { rule, run, documented, azurite } of cases) {
        it(rule, async () => {
          const expected = azurite && name === 'azurite' ? azurite.outcome : documented;
          expect(await run(target)).toEqual(expected);
        });
      }
    });
  }
});
