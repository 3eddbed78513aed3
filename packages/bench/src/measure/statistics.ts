/** The value at a share of the way through the sorted values, between two of them if need be. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('There is no quantile of nothing.');
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)]!;
  const above = sorted[Math.ceil(at)]!;
  return below + (above - below) * (at - Math.floor(at));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** How far apart the middle half of the values lies, as a share of the median. */
export function spread(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / median(values);
}
