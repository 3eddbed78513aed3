import type { Row } from '../../edm/index.js';
import type { RowOperation } from '../operation.js';
import { fold } from './fold.js';

/** Why a row is written. */
export interface Purpose {
  /** Which of the caller's writes it belongs to. */
  readonly item: number;
  readonly role: 'primary' | 'part' | 'ownRow' | 'sharedRow' | 'source' | 'copy' | 'outbox' | 'marker';
  /** The derivation that asks for it. */
  readonly derivation?: string;
}

/** One operation, and why. */
export interface Step {
  readonly operation: RowOperation;
  readonly purpose: Purpose;
}

export function steps(
  operations: readonly RowOperation[],
  item: number,
  role: Purpose['role'],
  derivation: string,
): Step[] {
  return operations.map((operation) => ({ operation, purpose: { item, role, derivation } }));
}

/** Each row once, whatever happens to it. One that is written anyway need not be held as well. */
export function foldSteps(all: readonly Step[]): {
  readonly operations: readonly RowOperation[];
  readonly purposes: readonly Purpose[];
} {
  const rows = new Map<Row['rowKey'], Step | undefined>();
  for (const step of all) {
    const { rowKey } = step.operation.row;
    const earlier = rows.get(rowKey);
    if (!earlier) rows.set(rowKey, step);
    else {
      const operation = fold(earlier.operation, step.operation);
      rows.set(rowKey, operation && { ...(strongest(earlier, step) ?? earlier), operation });
    }
  }
  const kept = [...rows.values()].filter((step) => step !== undefined);
  return {
    operations: kept.map(({ operation }) => operation),
    purposes: kept.map(({ purpose }) => purpose),
  };
}

/** What is put there says more about a row than what goes away. */
function strongest(earlier: Step, later: Step): Step | undefined {
  return earlier.purpose.role === 'ownRow' && later.purpose.role === 'ownRow' ? later : earlier;
}
