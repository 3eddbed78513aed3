/** What a declaration says of the entities that it is about: its name, and the values that they have. */
export interface DeclaredConditions {
  readonly name: string;
  readonly where: readonly (readonly [property: string, value: unknown])[];
}
