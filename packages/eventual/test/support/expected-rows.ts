import type { Customer } from './customers.js';
import type { Columns, StoredRows } from './stored-rows.js';

/** The rows that customers are stored as, written down independently of the library. */
export function expectedRows(customers: Iterable<Customer>): { table: StoredRows; indexes: StoredRows } {
  const table: Record<string, Columns> = {};
  const indexes: Record<string, Columns> = {};
  for (const one of customers) {
    const { region, id, email, name, city, age, active, tags = [] } = one;
    const primary = `cust_${String(id).padStart(4, '0')}`;
    const all = columnsOf(one);
    const source = { tw__row: `String:${primary}`, tw__partition: `String:${escaped(region)}` };
    const end = `  ${spaced(region)}  ${primary}`;
    table[`${escaped(region)} | ${primary}`] = all;
    table[`emails | email_${spaced(email)}${end}`] = { name: all.name!, ...source };
    if (city !== undefined) {
      table[`city_${escaped(city)} | city_${spaced(name)}${end}`] = { ...all, ...source };
    }
    for (const tag of tags) indexes[`tags | tag_${spaced(tag)}${end}`] = { email: all.email!, ...source };
    if (age !== undefined && active === true) {
      indexes[`age_${escaped(region)} | age_${String(age).padStart(3, '0')}  ${primary}`] = source;
    }
  }
  return { table, indexes };
}

function columnsOf({ email, name, city, age, active, tags }: Customer): Columns {
  return {
    email: `String:${email}`,
    name: `String:${name}`,
    ...(city !== undefined && { city: `String:${city}` }),
    ...(age !== undefined && { age: `Int32:${age}` }),
    ...(active !== undefined && { active: `Boolean:${active}` }),
    ...(tags !== undefined && { tags: `String:${JSON.stringify(tags)}` }),
  };
}

function escaped(text: string): string {
  return Array.from(text, (character) =>
    '~/\\#?'.includes(character) ? `~${character.charCodeAt(0).toString(16).toUpperCase()}` : character,
  ).join('');
}

/** In front of two spaces. */
function spaced(text: string): string {
  return escaped(text).replaceAll(' ', ' ~');
}
