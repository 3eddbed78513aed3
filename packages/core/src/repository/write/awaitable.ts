/** A value, or the promise of one. */
export type Awaitable<T> = T | Promise<T>;

/** Goes on at once with what is there: waiting costs a turn of the event loop, for each row of a transaction. */
export function whenThere<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
