import type { Figure } from '../bars/index.js';
import type { ReportRow } from './row.js';

const COLUMNS = ['holds', 'ratio', 'at most', 'spread', 'rounds'] as const;
const WIDTH = 8;

/** The table's head. Names come last: they are long. */
export function headLine(): string {
  return `${COLUMNS.map((column) => column.padStart(WIDTH)).join('')}  what / peer`;
}

export function rowLine(row: ReportRow): string {
  const cells = [
    row.holds ? 'yes' : 'NO',
    row.ratio.toFixed(3),
    row.atMost.toFixed(2),
    `${(row.spread * 100).toFixed(0)} %`,
    String(row.rounds),
  ];
  return `${cells.map((cell) => cell.padStart(WIDTH)).join('')}  ${row.name} (${row.peer})`;
}

export function figureLine({ name, value }: Figure): string {
  return `${value.padStart(COLUMNS.length * WIDTH)}  ${name}`;
}
