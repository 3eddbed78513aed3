import type { Employee } from './employee.js';
import type { StoredRows } from './stored-rows.js';

type Columns = Readonly<Record<string, string>>;

const MAX_TICKS = 3155378975999999999n;
const EPOCH_TICKS = 621355968000000000n;

/**
 * The rows that an employee is stored as, written down independently of the library: the RowKeys by hand, the
 * columns by their types.
 */
export function expectedRows(employees: Iterable<Employee>): StoredRows {
  const rows: Record<string, Columns> = {};
  for (const employee of employees) {
    const primary = primaryKey(employee);
    rows[primary] = columnsOf(employee);
    for (const [rowKey, columns] of Object.entries(indexRows(employee))) {
      rows[rowKey] = { ...columns, tw__row: `String:${primary}` };
    }
  }
  return rows;
}

export function primaryKey({ id }: Employee): string {
  return `empid_${String(id).padStart(6, '0')}`;
}

function indexRows(employee: Employee): Record<string, Columns> {
  const { email, firstName, lastName, age, active, badge, hired, tags } = employee;
  const all = columnsOf(employee);
  const end = `  ${primaryKey(employee)}`;
  return {
    [`email_${escaped(email)}`]: pick(all, ['firstName', 'lastName']),
    [`name_${escaped(lastName, '_')}_${spaced(firstName)}${end}`]: all,
    ...(age !== undefined && active === true && { [`age_${String(age).padStart(3, '0')}${end}`]: all }),
    ...(badge !== undefined && { [`badge_${String(badge).padStart(4, '0')}`]: all }),
    ...Object.fromEntries((tags ?? []).map((tag) => [`tag_${spaced(tag)}${end}`, pick(all, ['email'])])),
    ...(hired !== undefined && { [`hired_${inverted(hired)}${end}`]: {} }),
  };
}

function columnsOf({ email, firstName, lastName, age, active, badge, hired, tags }: Employee): Columns {
  return {
    email: `String:${email}`,
    firstName: `String:${firstName}`,
    lastName: `String:${lastName}`,
    ...(age !== undefined && { age: `Int32:${age}` }),
    ...(active !== undefined && { active: `Boolean:${active}` }),
    ...(badge !== undefined && { badge: `Int32:${badge}` }),
    ...(hired !== undefined && { hired: `DateTime:${hired.toISOString()}` }),
    ...(tags !== undefined && { tags: `String:${JSON.stringify(tags)}` }),
  };
}

function pick(columns: Columns, names: readonly string[]): Columns {
  return Object.fromEntries(names.map((name) => [name, columns[name]!]));
}

function escaped(text: string, stop = ''): string {
  return Array.from(text, (character) =>
    '~/\\#?'.includes(character) || character === stop
      ? `~${character.charCodeAt(0).toString(16).toUpperCase()}`
      : character,
  ).join('');
}

/** In front of two spaces. */
function spaced(text: string): string {
  return escaped(text).replaceAll(' ', ' ~');
}

function inverted(time: Date): string {
  return String(MAX_TICKS - EPOCH_TICKS - BigInt(time.getTime()) * 10_000n).padStart(19, '0');
}
