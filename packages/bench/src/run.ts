import { BARS, type Figure } from './bars/index.js';
import { GROWTH } from './growth/index.js';
import { FULL, QUICK } from './measure/effort.js';
import { type BenchOptions, wanted } from './options.js';
import { figureLine, headLine, rowLine } from './report/lines.js';
import { type ReportRow, reportRow } from './report/row.js';
import { Servers } from './server/servers.js';

/** Measures what is wanted, and reports each result as it comes. */
export async function run(options: BenchOptions, print: (line: string) => void): Promise<ReportRow[]> {
  const servers = new Servers();
  const { quick } = options;
  const bench = { servers, quick, effort: quick ? QUICK : FULL };
  const rows: ReportRow[] = [];
  const figures: Figure[] = [];
  try {
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
    for (const growth of GROWTH.filter(({ name }) => wanted(options, name))) {
      for (const figure of await growth.measure(bench)) print(figureLine(figure));
    }
  } finally {
    await servers.stop();
  }
  return rows;
}
