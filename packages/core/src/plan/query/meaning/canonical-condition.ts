import type { Condition } from '../condition.js';

/** A text that is equal for equal conditions, and for no others. */
export function canonicalCondition(condition: Condition): string {
  return JSON.stringify(plain(condition));
}

function plain(condition: Condition): unknown {
  switch (condition.kind) {
    case 'compare': {
      const { property, comparison, value, cell } = condition;
      return [comparison, property, cell === undefined ? tagged(value) : ['cell', tagged(cell)]];
    }
    case 'absent':
      return ['absent', condition.property];
    case 'not':
      return ['not', plain(condition.condition)];
    case 'and':
      return ['and', ...condition.all.map(plain)];
    case 'or':
      return ['or', ...condition.any.map(plain)];
  }
}

/** JSON has no words for some values, and the same word for others. */
function tagged(value: unknown): unknown {
  if (typeof value === 'bigint') return ['bigint', String(value)];
  if (typeof value === 'number') return ['number', Object.is(value, -0) ? '-0' : String(value)];
  if (value instanceof Date) return ['date', value.getTime()];
  return [typeof value, value];
}
