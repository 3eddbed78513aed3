import {
  type AssignTools,
  type Contributions,
  type EmbeddedCopies,
  type EntityClass,
  emptyColumns,
  emptyTypes,
  type NeedsOutbox,
  type OwnRows,
  type Pattern,
  type Row,
} from '@tablewright/core';

// Small patterns, written as a third party would: against the public contract alone.

export function rowOf(partitionKey: string, rowKey: string, columns: Record<string, string | number>): Row {
  const types = emptyTypes();
  for (const name in columns) types[name] = typeof columns[name] === 'number' ? 'Edm.Int32' : 'Edm.String';
  return { partitionKey, rowKey, columns: Object.assign(emptyColumns(), columns), types };
}

/** A row for each name: `name_jones` says whose it is. */
export function byName(
  options: Partial<Pick<OwnRows, 'name' | 'rowPrefix' | 'state'>> & {
    readonly columns?: readonly string[];
  } = {},
): Pattern {
  const { name = 'byName', rowPrefix = 'name_', state = 'ready', columns = [] } = options;
  return {
    name: 'ByName',
    define: () => ({
      derivations: [
        {
          kind: 'ownRows',
          name,
          state,
          fingerprint: 'v1',
          rowPrefix,
          derive(primary) {
            const value = primary.columns['name'];
            if (value === undefined) return [];
            const copied = columns.flatMap((column) =>
              primary.columns[column] === undefined ? [] : [[column, primary.columns[column] as string]],
            );
            const row = rowOf(primary.partitionKey, `${rowPrefix}${value}`, {
              owner: primary.rowKey,
              ...Object.fromEntries(copied),
            });
            return [{ row, unique: true }];
          },
          sourceOf: (row) => row.columns['owner'] as string | undefined,
        } satisfies OwnRows,
      ],
    }),
  };
}

/** How many workers a department has. */
export function headCount(): Pattern<EntityClass, { readonly headCount: () => string }> {
  const derivation: Contributions = {
    kind: 'contributions',
    name: 'headCount',
    state: 'ready',
    fingerprint: 'v1',
    rowPrefix: 'count_',
    contribute: ({ partitionKey }) => [{ partitionKey, rowKey: 'count_all', value: 1 }],
    put: (shared, { partitionKey, rowKey }) => counted(shared, partitionKey, rowKey, 1)!,
    take: (shared, { partitionKey, rowKey }) => counted(shared, partitionKey, rowKey, -1),
  };
  return {
    name: 'HeadCount',
    define: () => ({
      derivations: [derivation],
      members: { headCount: (host) => () => `counts of ${host.context.table}` },
    }),
  };
}

function counted(shared: Row | undefined, pk: string, rk: string, by: number): Row | undefined {
  const count = Number(shared?.columns['Count'] ?? 0) + by;
  return count === 0 ? undefined : rowOf(pk, rk, { Count: count });
}

const MANAGER_COPY = {
  kind: 'embeddedCopies',
  state: 'ready',
  fingerprint: 'v1',
} as const;

/** On the department: the manager's name. */
export function managerName(): Pattern {
  const derivation: EmbeddedCopies = {
    ...MANAGER_COPY,
    name: 'managerName',
    lookups: ({ after }) => (after?.columns['managerId'] === undefined ? [] : [managerOf(after)]),
    embed({ after }, found) {
      if (after.columns['managerId'] === undefined) return undefined;
      const manager = found.get(managerOf(after).rowKey);
      const name = manager?.columns['name'];
      if (!manager || name === undefined) return undefined;
      const { columns, types } = rowOf('', '', { managerName: name as string });
      return { columns, types, sources: [manager] };
    },
    spread: () => [],
  };
  return { name: 'ManagerName', define: () => ({ derivations: [derivation] }) };
}

/** On the worker: the departments that he manages get his new name. */
export function managedDepartments(): Pattern {
  const derivation: EmbeddedCopies = {
    ...MANAGER_COPY,
    name: 'managedDepartments',
    lookups: ({ primary: { row } }) => [
      { partitionKey: row.partitionKey, from: 'department', to: 'department\u0001' },
    ],
    embed: () => undefined,
    spread({ after }, found) {
      const name = after?.columns['name'];
      if (!after || name === undefined) return [];
      return [...found.values()]
        .filter((row) => row.columns['managerId'] !== undefined && managerOf(row).rowKey === after.rowKey)
        .filter((row) => row.columns['managerName'] !== name)
        .map((row) => ({ row, ...rowOf('', '', { managerName: name as string }) }))
        .map(({ row, columns, types }) => ({ row, columns, types }));
    },
  };
  return { name: 'ManagedDepartments', define: () => ({ derivations: [derivation] }) };
}

function managerOf(department: Row) {
  const id = String(department.columns['managerId']).padStart(6, '0');
  return { partitionKey: department.partitionKey, rowKey: `empid_${id}` };
}

/** Stores a secret backwards. */
export function backwards(): Pattern {
  const reversed = (text: unknown) => [...String(text)].reverse().join('');
  return {
    name: 'Backwards',
    define: () => ({
      stage: {
        async encode(row) {
          if (row.columns['secret'] === undefined) return row;
          const columns = Object.assign(emptyColumns(), row.columns, {
            secret: reversed(row.columns['secret']),
          });
          return { ...row, columns };
        },
        async decode(raw) {
          return raw['secret'] === undefined ? raw : { ...raw, secret: reversed(raw['secret']) };
        },
      },
    }),
  };
}

/** Gives a new worker a number. */
export function numbered(seen: AssignTools[] = []): Pattern {
  return {
    name: 'Numbered',
    define: () => ({
      assign(entity, tools) {
        seen.push(tools);
        (entity as { id?: number }).id ??= Math.floor(tools.random() * 1000);
      },
    }),
  };
}

/** Something that reaches beyond the partition. */
export function mirrored(
  kind: 'deferred' | 'handoff' = 'deferred',
): Pattern<EntityClass, object, NeedsOutbox> {
  return {
    name: 'Mirrored',
    define: () => ({
      deferred: [
        {
          kind,
          name: 'mirror',
          state: 'ready',
          fingerprint: 'v1',
          intent: ({ before, after }) =>
            before?.columns['name'] === after?.columns['name']
              ? undefined
              : { name: after?.columns['name'] ?? null },
        },
      ],
    }),
  };
}
