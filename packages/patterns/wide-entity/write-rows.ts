import type { RowOperation, SplitChange, SplitTools, SplitWrite } from '@tablewright/core';
import { belongTogether } from './assemble.js';
import { changeInPlace, MOST_HELD } from './change-in-place.js';
import { freshName } from './fresh-name.js';
import { keepLayout, type LayoutRules, layOut } from './lay-out.js';
import { layOutAnew } from './lay-out-anew.js';
import { deletion } from './rows.js';

/** What does not depend on a single entity. */
export interface WideRules {
  /** Columns that the primary row holds, whatever is derived. */
  readonly first: ReadonlySet<string>;
  readonly repeated: ReadonlySet<string>;
}

/** What a change of a whole entity does to its rows. */
export function writeRows(rules: WideRules, change: SplitChange, tools: SplitTools): SplitWrite {
  const { parts, primary, after } = change;
  if (primary.kind === 'delete' || after === undefined) return deleteRows(change, tools);
  const layout: LayoutRules = {
    limits: tools.limits,
    pinned: new Set([...rules.first, ...tools.feeding]),
    repeated: rules.repeated,
  };
  const held = parts.map(({ columns }) => columns);
  const anew = parts.length === 0 || tools.apart || !belongTogether(parts);
  const kept = anew ? undefined : keepLayout(after, held, layout);
  if (kept) return changeInPlace(change, after, kept, rules.repeated, () => freshName(tools));
  return layOutAnew(change, after, layOut(after, layout), { ...tools, repeated: rules.repeated });
}

/**
 * All rows go together, each at its version. Of more rows than can be held the primary row alone decides, because
 * every change of the others writes it, too; they follow.
 */
function deleteRows({ parts, primary }: SplitChange, tools: SplitTools): SplitWrite {
  const apart = tools.apart && parts.length > MOST_HELD;
  const { partitionKey, rowKey } = primary.row;
  const [head, ...further] = parts;
  const ifMatch = head?.etag ?? ('ifMatch' in primary ? primary.ifMatch : '*');
  const rest = further.map((part) => deletion(partitionKey, part.rowKey, apart ? '*' : part.etag));
  const first: RowOperation = deletion(partitionKey, rowKey, ifMatch);
  return {
    operations: apart ? [first] : [first, ...rest],
    before: [],
    after: apart ? rest : [],
    parts: [],
  };
}
