import { Refusal } from '../wire/refusal.js';
import { element, invalidXml, unescaped } from '../wire/xml.js';
import type { Block } from './blob.js';

const LIST = /^\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?<BlockList(?:\s*\/>|>([\s\S]*)<\/BlockList>)\s*$/;
const ENTRY = /\s*<(Latest|Committed|Uncommitted)>([^<]*)<\/\1>\s*/y;
const MOST_BLOCKS = 50_000;

/** The blocks that a list names, in its order. */
export function blocksOf(
  xml: string,
  staged: ReadonlyMap<string, Block> | undefined,
  committed: readonly Block[],
): readonly Block[] {
  const match = LIST.exec(xml);
  if (!match) throw invalidXml('a BlockList is expected');
  const known = new Map(committed.map((block) => [block.id, block]));
  const text = match[1] ?? '';
  const blocks: Block[] = [];
  ENTRY.lastIndex = 0;
  while (ENTRY.lastIndex < text.length) {
    const [, kind, escapedId] = ENTRY.exec(text) ?? [];
    if (kind === undefined) throw invalidXml('a block list has Latest, Committed and Uncommitted');
    const id = unescaped(escapedId!);
    const uncommitted = kind === 'Committed' ? undefined : staged?.get(id);
    const block = uncommitted ?? (kind === 'Uncommitted' ? undefined : known.get(id));
    if (!block) throw new Refusal(400, 'InvalidBlockList', 'The specified block list is invalid.');
    if (blocks.push(block) > MOST_BLOCKS) {
      throw new Refusal(400, 'BlockListTooLong', 'The block list may not contain more than 50,000 blocks.');
    }
  }
  return blocks;
}

export function checkBlockId(id: string, staged: ReadonlyMap<string, Block>): void {
  const bytes = Buffer.from(id, 'base64');
  const [first] = staged.keys();
  if (
    bytes.toString('base64') !== id ||
    bytes.length < 1 ||
    bytes.length > 64 ||
    (first ?? id).length !== id.length
  ) {
    throw new Refusal(
      400,
      'InvalidBlobOrBlock',
      'The specified blob or block content is invalid: block ids are base64 of at most 64 bytes, all of one length.',
    );
  }
}

export function blockListXml(
  committed: readonly Block[],
  uncommitted: readonly Block[],
  type: string,
): string {
  const list = (blocks: readonly Block[]) =>
    blocks
      .map(({ id, bytes }) => `<Block>${element('Name', id)}${element('Size', bytes.length)}</Block>`)
      .join('');
  const shown = (name: string, blocks: readonly Block[]) =>
    type === 'all' || type === name.toLowerCase() ? `<${name}Blocks>${list(blocks)}</${name}Blocks>` : '';
  return `<BlockList>${shown('Committed', committed)}${shown('Uncommitted', uncommitted)}</BlockList>`;
}
