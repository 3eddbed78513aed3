import { earlier, later } from './times.js';

/** Reads the newest entries of a span of time, newest first; all of them where there is no limit. */
export type ReadSpan<E> = (from: bigint, to: bigint, limit: number | undefined) => Promise<readonly E[]>;

/** As many as one request gives. */
const PAGE = 1_000;
/** A slice shrinks to no less than this part at once: entries may be sparse up to a place where they are dense. */
const LARGEST_CUT = 16n;

/**
 * The entries of a span, the oldest first, though they are stored the other way round: slices of the span are read
 * one after the other, each as long as one request holds. Where entries are closer than expected, a slice is read
 * again, shorter. No more than a page is held, unless a single time has more entries than that.
 */
export async function* oldestFirst<E>(
  read: ReadSpan<E>,
  ticksOf: (entry: E) => bigint,
  { low, high, unit }: { readonly low: bigint; readonly high: bigint; readonly unit: bigint },
): AsyncGenerator<readonly E[], undefined> {
  let from = low;
  let length = high - low;
  while (from <= high) {
    const to = earlier(from + length, high);
    const isSingle = to - from < unit;
    const found = await read(from, to, isSingle ? undefined : PAGE);
    if (!isSingle && found.length >= PAGE) {
      // So long a slice holds half a page, if entries are everywhere as close as they are at its end.
      const half = (to - ticksOf(found.at(-1)!)) / 2n;
      const shorter = later(half, (to - from) / LARGEST_CUT);
      length = shorter - (shorter % unit);
      continue;
    }
    yield found.toReversed();
    from = to + unit;
    if (found.length < PAGE / 2) length = length * 2n + unit;
  }
}
