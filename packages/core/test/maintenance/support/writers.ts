import { hasPerson, type PeopleRepository, person } from './people.js';

const TEAMS = ['red', 'blue', undefined] as const;

/** Somebody who inserts, changes and deletes people at random until told to stop, or has had enough. */
export async function busyWriter(
  people: PeopleRepository,
  options: {
    readonly seed: number;
    readonly most: number;
    readonly offices: readonly string[];
    readonly stop?: () => boolean;
  },
): Promise<number> {
  const { seed, most, offices, stop = () => false } = options;
  let state = seed * 2_654_435_761;
  const random = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state % below;
  };
  let written = 0;
  for (let n = 0; n < most && !stop(); n++) {
    const office = offices[random(offices.length)]!;
    const id = 1 + random(150);
    const team = TEAMS[random(TEAMS.length)];
    const email = random(4) === 0 ? `shared${random(20)}@contoso.com` : `p${id}-${random(3)}@contoso.com`;
    const key = { office, id };
    try {
      const kind = random(4);
      if (kind === 0) await people.delete(key, { force: true });
      else if (kind === 1) await people.update(key, { team: team ?? null, email });
      else if (kind === 2) await people.upsert(person(id, { office, email, ...(team && { team }) }));
      else await people.insert(person(id, { office, email, ...(team && { team }) }));
      written++;
    } catch (error) {
      if (!hasPerson(error)) throw error;
    }
  }
  return written;
}
