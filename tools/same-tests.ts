/** One test that ran, by the project and the file that it belongs to. */
export interface RanTest {
  readonly project: string;
  readonly file: string;
  readonly name: string;
}

/** Tests that one of two projects ran and the other did not. Nothing when only one of them was asked to run. */
export function differences(tests: readonly RanTest[], one: string, other: string): readonly string[] {
  const counts = (project: string) => {
    const found = new Map<string, number>();
    for (const test of tests) {
      if (test.project !== project) continue;
      const id = `${test.file} > ${test.name}`;
      found.set(id, (found.get(id) ?? 0) + 1);
    }
    return found;
  };
  const [left, right] = [counts(one), counts(other)];
  if (left.size === 0 || right.size === 0) return [];
  return [...new Set([...left.keys(), ...right.keys()])]
    .filter((id) => left.get(id) !== right.get(id))
    .map((id) => `${id}: ${left.get(id) ?? 0} under ${one}, ${right.get(id) ?? 0} under ${other}`);
}
