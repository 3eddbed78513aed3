/** The properties that can be an entry's time. */
type TimeField<E> = { [P in keyof E]-?: [E[P]] extends [Date | bigint] ? P : never }[keyof E] & string;

/** The properties that can hold a generated id. */
type TextField<E> = { [P in keyof E]-?: string extends E[P] ? P : never }[keyof E] & string;

/** How the entries of a log are told apart and put in order. */
// biome-ignore lint/suspicious/noExplicitAny: stands for the options of whatever entity
export interface LogOptions<E = any> {
  /**
   * The time of an entry: a `@DateTime()` or `@Ticks()` property that the row template holds as `{…:desc}`. An
   * entry that has none gets the store's time.
   */
  readonly at: TimeField<E>;
  /**
   * A `@Text()` or `@Guid()` property behind it in the row template, which tells entries of the same time apart. An
   * entry that has none gets a new id. Leave it out where other values behind the time do so, or for `@Ticks()`
   * alone.
   */
  readonly tie?: TextField<E>;
}
