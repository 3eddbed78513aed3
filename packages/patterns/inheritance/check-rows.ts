import { type CompiledTemplate, DefinitionError } from '@tablewright/core';
import type { DerivedRows, Member } from './member.js';

/** The table that the classes name; `undefined`: none of them names one. */
export function sharedTable(models: readonly Member['model'][], family: string): string | undefined {
  const [first] = models.filter(({ table }) => table !== undefined);
  for (const { name, table } of models) {
    if (table === undefined || table.toLowerCase() === first!.table!.toLowerCase()) continue;
    throw new DefinitionError(
      `${family}: ${first!.name} is in the table '${first!.table}' and ${name} in '${table}'. Put all of them into one: name it in @Entity of the base class, or of each class.`,
      { entity: name, rule: 'NO_TABLE' },
    );
  }
  return first?.table;
}

/**
 * Refuses members whose derived rows would lie among each other. Whoever verifies or repairs those of one class
 * would take those of the other for strays.
 */
export function checkDerivedApart(members: readonly Member[]): void {
  const all = members.flatMap(({ model, derived }) => derived.map((rows) => ({ model, ...rows })));
  all.forEach((a, index) => {
    for (const b of all.slice(index + 1)) {
      if (a.model === b.model || placesDiffer(a, b)) continue;
      if (!a.prefix.startsWith(b.prefix) && !b.prefix.startsWith(a.prefix)) continue;
      throw new DefinitionError(
        `The rows of '${a.name}' of ${a.model.name} and of '${b.name}' of ${b.model.name} cannot be told apart: their row keys begin with '${a.prefix}' and '${b.prefix}'. Begin each with a literal of its own, such as 'employee_email_' and 'customer_email_'.`,
        { entity: b.model.name, rule: 'ROWS_INSEPARABLE' },
      );
    }
  });
}

type Placed = DerivedRows & Pick<Member, 'model'>;

/** No row can be where rows of the other are. */
function placesDiffer(a: Placed, b: Placed): boolean {
  if ((a.elsewhere ?? '') !== (b.elsewhere ?? '')) return true;
  const leaves = a.elsewhere !== undefined || b.elsewhere !== undefined;
  return !leaves && partitionsDiffer(a.model.partition, b.model.partition);
}

/** No partition can belong to both. */
function partitionsDiffer(a: CompiledTemplate, b: CompiledTemplate): boolean {
  const [headOfA, headOfB] = [a.encodePrefix({}, 0), b.encodePrefix({}, 0)];
  return !headOfA.startsWith(headOfB) && !headOfB.startsWith(headOfA);
}
