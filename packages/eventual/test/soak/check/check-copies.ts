import type { Stored, StoredItem } from './stored.js';

/** Worked out by hand, not by the library: where copies of an entity are, and what they hold. */
function copiesOf({ partition, row, cells }: StoredItem): readonly string[] {
  const { color, size, label, count } = cells;
  const source = `of ${partition}/${row}`;
  return [
    ...(color === undefined
      ? []
      : [`color_${color} | color_${partition}  ${row} | ${source}: ${count}, ${label}`]),
    ...(size === undefined
      ? []
      : [
          `size_${String(size).padStart(3, '0')} | ${label}  ${partition}  ${row} | ${source}: ${count}, ${color}`,
        ]),
  ];
}

function asStored({ partition, row, cells }: StoredItem, second: string): string {
  const source = `of ${cells['tw__partition']}/${cells['tw__row']}`;
  return `${partition} | ${row} | ${source}: ${cells['count']}, ${cells[second]}`;
}

/** Copies that are missing, and such as no entity accounts for: those of an earlier state, of a deleted entity. */
function wrongCopies({ items, byColor, bySize }: Stored): readonly string[] {
  const wanted = new Set(items.flatMap(copiesOf));
  const there = [
    ...byColor.map((copy) => asStored(copy, 'label')),
    ...bySize.map((copy) => asStored(copy, 'color')),
  ];
  const found = new Set(there);
  return [
    ...[...wanted].filter((copy) => !found.has(copy)).map((copy) => `missing: ${copy}`),
    ...there.filter((copy) => !wanted.has(copy)).map((copy) => `stray: ${copy}`),
  ];
}

/** Each copy is listed by one guard of its partition, and guards list nothing else. */
function wrongGuards({ byColor, bySize, guards }: Stored): readonly string[] {
  const listed = guards
    .flatMap(({ partition, cells }) =>
      (JSON.parse(String(cells['Keys'])) as readonly string[]).map((row) => `${partition} | ${row}`),
    )
    .toSorted();
  const there = [...byColor, ...bySize].map(({ partition, row }) => `${partition} | ${row}`).toSorted();
  return listed.join('\n') === there.join('\n') ? [] : ['the guards do not list what is there'];
}

/** Nothing is left to be done, and everything is as the entities have it. */
export function checkCopies(stored: Stored): readonly string[] {
  return [
    ...stored.intents.map(({ partition, row }) => `an intent is left: ${partition} | ${row}`),
    ...wrongCopies(stored),
    ...wrongGuards(stored),
    ...stored.others.map(({ partition, row }) => `a row of nobody: ${partition} | ${row}`),
  ];
}
