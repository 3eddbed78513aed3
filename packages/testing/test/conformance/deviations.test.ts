import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { areas } from './areas.js';
import { deviations } from './deviations.js';

const page = readFileSync(new URL('../../../../docs/reference-service.md', import.meta.url), 'utf8');

it('docs/reference-service.md lists every deviation, and no other', () => {
  const listed = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.slice(1, -1).split(/(?<!\\)\|/))
    .filter((cells) => cells.length === 3)
    .map(([area, rule, does]) => ({ area: area!.trim(), rule: rule!.trim(), does: does!.trim() }))
    .slice(2);
  expect(deviations.length).toBeGreaterThan(20);
  expect(listed).toEqual(deviations);
});

it('what Azurite does is never what the documentation says', () => {
  for (const { documented, azurite } of areas.flatMap(({ cases }) => cases)) {
    if (azurite) expect(azurite.outcome).not.toEqual(documented);
  }
});
