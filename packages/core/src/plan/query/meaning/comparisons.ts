import type { PropertyKind, PropertyModel } from '../../../model/index.js';
import type { Comparison } from '../condition.js';

const EQUALITY: readonly Comparison[] = ['eq', 'ne'];
const ORDER: readonly Comparison[] = [...EQUALITY, 'lt', 'le', 'gt', 'ge'];
const TEXT: readonly Comparison[] = [...ORDER, 'startsWith'];

/** Every comparison that there is. */
export const COMPARISONS: readonly Comparison[] = [...TEXT, 'contains'];

const OF_KIND: Readonly<Record<PropertyKind, readonly Comparison[]>> = {
  text: TEXT,
  int32: ORDER,
  int64: ORDER,
  double: ORDER,
  dateTime: ORDER,
  ticks: ORDER,
  guid: ORDER,
  boolean: EQUALITY,
  enum: EQUALITY,
  json: ['contains'],
  binary: [],
};

/** The comparisons that a property has. Value objects inside an array are not compared. */
export function allowedComparisons({ kind, nested }: PropertyModel): readonly Comparison[] {
  return nested === undefined ? OF_KIND[kind] : [];
}
