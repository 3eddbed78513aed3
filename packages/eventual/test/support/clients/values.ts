import type { Random } from '@tablewright/testing/simulation';

/** All clients are in one partition. */
export const region = 'North';

/** Few values: programs write the same ones, and entities come back to where they have been. */
export const CITIES = ['Oslo', 'Rome'] as const;
export const TAGS = ['a', 'b', 'c', 'd'] as const;

export const someEmail = (chances: Random) => `${chances.between(1, 3)}@x.com`;

export const someTags = (chances: Random) => TAGS.filter(() => chances.chance(0.5));

/** A client with this and that. */
export function someClient(chances: Random, id: number) {
  return {
    region,
    id,
    email: someEmail(chances),
    ...(chances.chance(0.7) && { city: chances.pick(CITIES) }),
    ...(chances.chance(0.3) && { visits: chances.between(1, 2) }),
    ...(chances.chance(0.5) && { active: chances.chance(0.7) }),
    ...(chances.chance(0.7) && { tags: someTags(chances) }),
  };
}
