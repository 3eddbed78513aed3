import type { Cell } from '../edm.js';
import type { Comparison, Filter } from './ast.js';

/** What filters look at: an entity, or a table's name. */
export interface Filterable {
  cell(name: string): Cell | undefined;
}

export type Predicate = (subject: Filterable) => boolean;

/**
 * A comparison holds only where the property is there and has the constant's type; `not` turns that around as it
 * is. The documentation asks for the same type "for the filter to return valid results", and says no more.
 */
export function predicateOf(filter: Filter): Predicate {
  switch (filter.kind) {
    case 'and': {
      const [left, right] = [predicateOf(filter.left), predicateOf(filter.right)];
      return (subject) => left(subject) && right(subject);
    }
    case 'or': {
      const [left, right] = [predicateOf(filter.left), predicateOf(filter.right)];
      return (subject) => left(subject) || right(subject);
    }
    case 'not': {
      const inner = predicateOf(filter.inner);
      return (subject) => !inner(subject);
    }
    case 'compare': {
      const { name, by, literal } = filter;
      const constant = comparable(literal);
      return (subject) => {
        const cell = subject.cell(name);
        return cell !== undefined && cell.type === literal.type && holds(by, comparable(cell), constant);
      };
    }
  }
}

/** Bytes compare as text of one character each. */
function comparable({ type, value }: Cell): Cell['value'] {
  return type === 'Edm.Binary' ? Buffer.from(value as string, 'base64').toString('latin1') : value;
}

function holds(by: Comparison, left: Cell['value'], right: Cell['value']): boolean {
  switch (by) {
    case 'eq':
      return left === right;
    case 'ne':
      return left !== right;
    case 'gt':
      return left > right;
    case 'ge':
      return left >= right;
    case 'lt':
      return left < right;
    case 'le':
      return left <= right;
  }
}
