import { BARS, type Bench, type Figure } from './bars/index.js';
import { GROWTH } from './growth/index.js';
import { type BenchOptions, wanted } from './options.js';
import { figureLine, headLine, rowLine } from './report/lines.js';
import { type ReportRow, reportRow } from './report/row.js';

type Print = (line: string) => void;

/** Measures the bars that are wanted, and prints each result as it comes. */
export async function runBars(bench: Bench, options: BenchOptions, print: Print): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  const figures: Figure[] = [];
  print(headLine());
  for (const bar of BARS.filter(({ name }) => wanted(options, name))) {
    const result = await bar.measure(bench);
    const row = reportRow(bar, result);
    rows.push(row);
    figures.push(...(result.figures ?? []));
    print(rowLine(row));
  }
  print('');
  for (const figure of figures) print(figureLine(figure));
  return rows;
}

/** And what has no bar. */
export async function runGrowth(bench: Bench, options: BenchOptions, print: Print): Promise<void> {
  for (const growth of GROWTH.filter(({ name }) => wanted(options, name))) {
    for (const figure of await growth.measure(bench)) print(figureLine(figure));
  }
}
