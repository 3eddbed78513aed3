/** What is asked for: values that are there, and elements in place of arrays. */
export type Asked<E, Each> = {
  [P in keyof E]-?: P extends Each
    ? NonNullable<E[P]> extends readonly (infer U)[]
      ? U
      : never
    : NonNullable<E[P]>;
};
