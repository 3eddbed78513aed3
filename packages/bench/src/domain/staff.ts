import type { EmployeeData } from './employee-data.js';

const FIRST_NAMES = ['Ann', 'Bob', 'Carla', 'Dana', 'Eli', 'Farid', 'Grace'];
const LAST_NAMES = ['Jones', 'Miller', 'Smith', 'Ung', 'Wang'];
const FIRST_DAY = Date.UTC(2001, 0, 1);
const HOUR = 3_600_000;

/** The partition in which the employees are, unless a test spreads them. */
export const DEPARTMENT = 'Sales';

/**
 * From this number on people have names beyond ASCII: to check the contenders with. They are not among those
 * that are timed, because decoding UTF-8 costs everybody the same.
 */
export const BEYOND_ASCII = 800_000;

/** The same number is always the same person, in every process. */
export function personOf(id: number, department = DEPARTMENT): EmployeeData {
  const firstName = FIRST_NAMES[id % FIRST_NAMES.length]!;
  const lastName = id < BEYOND_ASCII ? LAST_NAMES[id % LAST_NAMES.length]! : 'O’Ünal 李 👩‍🔧';
  return {
    department,
    id,
    email: `${firstName}.${lastName}.${id}@contoso.com`.toLowerCase(),
    firstName,
    lastName,
    age: 18 + (id % 50),
    active: id % 3 !== 0,
    // Every fourth is whole: a number that only its type tells from an integer.
    rating: (id % 20) / 4,
    hired: new Date(FIRST_DAY + id * HOUR),
    salary: 3_000_000_000n + BigInt(id) * 100n,
    badge: `0f8fad5b-d9cb-469f-a165-${id.toString(16).padStart(12, '0')}`,
  };
}

/** So many people, counted from `from`. */
export function peopleOf(count: number, from = 0, department = DEPARTMENT): EmployeeData[] {
  return Array.from({ length: count }, (_, index) => personOf(from + index, department));
}
