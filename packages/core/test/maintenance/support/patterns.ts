import {
  type Contribution,
  type Contributions,
  type Derivation,
  type DerivationState,
  type EmbeddedCopies,
  emptyColumns,
  emptyTypes,
  type OwnRows,
  type Pattern,
  type Row,
} from '@tablewright/core';

// Small patterns, written as a third party would: against the public contract alone.

export interface Declared {
  readonly state?: DerivationState;
  readonly fingerprint?: string;
}

function pattern(derivation: Derivation): Pattern {
  return { name: derivation.name, define: () => ({ derivations: [derivation] }) };
}

export function rowOf(partitionKey: string, rowKey: string, columns: Record<string, string | number>): Row {
  const types = emptyTypes();
  for (const name in columns) types[name] = typeof columns[name] === 'number' ? 'Edm.Int32' : 'Edm.String';
  return { partitionKey, rowKey, columns: Object.assign(emptyColumns(), columns), types };
}

/** One row for each address, which only one person may have: `email_…` with the owner and his team. */
export function byEmail({ state = 'ready', fingerprint = 'v1' }: Declared = {}): Pattern {
  return pattern({
    kind: 'ownRows',
    name: 'byEmail',
    state,
    fingerprint,
    rowPrefix: 'email_',
    derive({ partitionKey, rowKey, columns }) {
      const { email, team = '' } = columns;
      if (email === undefined) return [];
      const row = rowOf(partitionKey, `email_${email}`, { owner: rowKey, team: String(team) });
      return [{ row, unique: true }];
    },
    sourceOf: (row) => row.columns['owner'] as string | undefined,
  } satisfies OwnRows);
}

/** Rows in the order of teams: `team_red_person_000001`. */
export function byTeam({ state = 'ready', fingerprint = 'v1' }: Declared = {}): Pattern {
  return pattern({
    kind: 'ownRows',
    name: 'byTeam',
    state,
    fingerprint,
    rowPrefix: 'team_',
    derive({ partitionKey, rowKey, columns }) {
      const { team, email = '' } = columns;
      if (team === undefined) return [];
      return [
        { row: rowOf(partitionKey, `team_${team}_${rowKey}`, { owner: rowKey, email: String(email) }) },
      ];
    },
    sourceOf: (row) => row.columns['owner'] as string | undefined,
  } satisfies OwnRows);
}

/** How many people an office has: `count_all`. */
export function headCount({ state = 'ready', fingerprint = 'v1' }: Declared = {}): Pattern {
  const counted = (shared: Row | undefined, { partitionKey, rowKey }: Contribution, by: number) => {
    const count = Number(shared?.columns['Count'] ?? 0) + by;
    return count === 0 ? undefined : rowOf(partitionKey, rowKey, { Count: count });
  };
  return pattern({
    kind: 'contributions',
    name: 'headCount',
    state,
    fingerprint,
    rowPrefix: 'count_',
    contribute: ({ partitionKey }) => [{ partitionKey, rowKey: 'count_all', value: 1 }],
    put: (shared, contribution) => counted(shared, contribution, 1)!,
    // From a row that is not there, nothing can be taken: it is not built yet, or dropped.
    take: (shared, contribution) => shared && counted(shared, contribution, -1),
  } satisfies Contributions);
}

/** Who is in a team: `list_red` with the RowKeys. */
export function teamList({ state = 'ready', fingerprint = 'v1' }: Declared = {}): Pattern {
  const membersOf = (shared: Row | undefined) =>
    String(shared?.columns['members'] ?? '')
      .split(',')
      .filter((member) => member !== '');
  const listOf = ({ partitionKey, rowKey }: Contribution, members: readonly string[]) =>
    rowOf(partitionKey, rowKey, { members: members.toSorted().join(',') });
  return pattern({
    kind: 'contributions',
    name: 'teamList',
    state,
    fingerprint,
    rowPrefix: 'list_',
    contribute({ partitionKey, rowKey, columns: { team } }) {
      return team === undefined ? [] : [{ partitionKey, rowKey: `list_${team}`, value: rowKey }];
    },
    put: (shared, it) => listOf(it, [...new Set([...membersOf(shared), String(it.value)])]),
    take(shared, it) {
      const members = membersOf(shared).filter((member) => member !== it.value);
      return members.length === 0 ? undefined : listOf(it, members);
    },
  } satisfies Contributions);
}

/** On each person: the address of the leader, who is a person, too. */
export function leaderName({ state = 'ready', fingerprint = 'v1' }: Declared = {}): Pattern {
  const leaderOf = ({ partitionKey, columns }: Row) => ({
    partitionKey,
    rowKey: `person_${String(columns['leader']).padStart(6, '0')}`,
  });
  return pattern({
    kind: 'embeddedCopies',
    name: 'leaderName',
    state,
    fingerprint,
    lookups: ({ after }) => (after?.columns['leader'] === undefined ? [] : [leaderOf(after)]),
    embed({ after }, found) {
      const leader = after.columns['leader'] === undefined ? undefined : found.get(leaderOf(after).rowKey);
      const email = leader?.columns['email'];
      if (!leader || email === undefined) return undefined;
      const { columns, types } = rowOf('', '', { leaderEmail: String(email) });
      return { columns, types, sources: [leader] };
    },
    spread: () => [],
  } satisfies EmbeddedCopies);
}
