/** A stored row as the raw client shows it, without its keys. */
export type Cells = Readonly<Record<string, unknown>>;

/** All rows that a table of people has, worked out from its people alone, and not by the patterns. */
export function expectedRows(rows: Readonly<Record<string, object>>): Record<string, object> {
  const expected: Record<string, object> = {};
  const counts = new Map<string, number>();
  const lists = new Map<string, string[]>();
  for (const [id, cells] of Object.entries(rows)) {
    const [office, rowKey] = id.split('/') as [string, string];
    if (!rowKey.startsWith('person_')) continue;
    const { email, team } = cells as Cells;
    expected[id] = cells;
    if (email !== undefined) expected[`${office}/email_${email}`] = { owner: rowKey, team: team ?? '' };
    if (team !== undefined) {
      expected[`${office}/team_${team}_${rowKey}`] = { owner: rowKey, email: email ?? '' };
      const list = `${office}/list_${team}`;
      lists.set(list, [...(lists.get(list) ?? []), rowKey]);
    }
    counts.set(office, (counts.get(office) ?? 0) + 1);
  }
  for (const [list, members] of lists) expected[list] = { members: members.toSorted().join(',') };
  for (const [office, Count] of counts) expected[`${office}/count_all`] = { Count };
  return expected;
}
