import type { EntityClass, Pattern, PatternSet } from '@tablewright/core';
import type { DataSeriesApi } from './api.js';
import { type CompiledSeries, columnsOf, compileSeries, marksOf } from './compile-series.js';
import type { SeriesDeclaration } from './declaration.js';
import type { SeriesCheck } from './declaration-check.js';
import { readDeclarations } from './read-declarations.js';
import { OPERATIONS_COLUMN } from './recent-operations.js';
import { isAlone } from './row-maker.js';
import { SeriesMember } from './series-member.js';
import { seriesSplit } from './split.js';

/**
 * The data series pattern: one property for each slot, such as the hours of a day, in the entity's own row. A slot is
 * written by one merge, and the whole series read by one request. Whole numbers are incremented exactly, however many
 * writers there are. A series that is too long for one row goes on in further rows behind the entity's own.
 *
 * @example
 * ```
 * class Counts extends Repository(MessageCounts).with(
 *   DataSeries({ perHour: { slots: hoursOfDay(), type: 'int32', column: 'Count{slot}', missing: 0 } }),
 * ) {}
 * await counts.perHour.increment(key, 13);
 * const today = await counts.perHour.get(key);
 * ```
 */
export function DataSeries<
  C extends EntityClass,
  const D extends Readonly<Record<string, SeriesDeclaration>>,
>(declarations: D & { readonly [N in keyof D]: SeriesCheck<C, D[N]> }): Pattern<C, DataSeriesApi<C, D>, {}> {
  return {
    name: 'DataSeries',
    conflicts: ['DataSeries'],
    define(scope) {
      const read = readDeclarations(scope, declarations);
      const series = compileSeries(scope, read);
      const marks = marksOf(series);
      const makes = read.filter(({ create }) => create).map(({ name }) => name);
      return {
        keeps: [OPERATIONS_COLUMN, ...series.flatMap(columnsOf)],
        ...(marks.size > 0 && { split: seriesSplit(scope, marks) }),
        clash: (patterns) => clash(patterns, makes),
        unfit: ({ profile }) => (profile === 'cosmos' && marks.size > 0 ? unordered(series) : undefined),
        members: Object.fromEntries(
          series.map((one) => [one.name, ({ context }) => new SeriesMember(context, one, marks)]),
        ),
      };
    },
  };
}

function clash(patterns: PatternSet, makes: readonly string[]): string | undefined {
  if (patterns.names.includes('WideEntity')) {
    return 'WideEntity moves columns from row to row, and slots are written where they are. Keep the series in an entity of its own.';
  }
  if (patterns.deferred.length > 0) {
    return `slots are written past the outbox that '${patterns.deferred[0]!.name}' needs. Keep the series in an entity of its own.`;
  }
  if (makes.length === 0 || isAlone(patterns)) return undefined;
  return `'${makes[0]}' makes entities by writing their row, but another pattern has to see each new entity. Leave create out, and insert the entity first.`;
}

function unordered(series: readonly CompiledSeries[]): string {
  const { name } = series.find(({ rows }) => rows > 1)!;
  return `Cosmos DB lists rows in no order, so that those of '${name}' would not be together. Use a series that fits one row.`;
}
