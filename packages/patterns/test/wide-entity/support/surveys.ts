import { Repository } from '@tablewright/core';
import { IntraPartitionIndex } from '@tablewright/patterns/intra-partition-index';
import { WideEntity } from '@tablewright/patterns/wide-entity';
import { Survey } from './survey.js';

export class Surveys extends Repository(Survey).with(WideEntity()) {}

export class IndexedSurveys extends Repository(Survey)
  .with(
    IntraPartitionIndex({
      byAuthor: { row: 'author_{author}', project: ['title'] },
      byTitle: { row: 'title_{title}', unique: true, project: [] },
    }),
  )
  .with(WideEntity()) {}

/** `numbers` of its numbers, and `texts` of its texts with so many characters each. */
export function survey(
  id: number,
  numbers: number,
  texts = 0,
  units = 10,
  more: Partial<Survey> = {},
): Survey {
  const values: Record<string, unknown> = { region: 'north', id, title: `survey ${id}`, author: 'Jo' };
  for (let i = 0; i < numbers; i++) values[`n${String(i).padStart(3, '0')}`] = i * 7 + id;
  for (let i = 0; i < texts; i++) {
    // Three bytes each on the wire, two in the table.
    values[`t${String(i).padStart(2, '0')}`] = String.fromCharCode(0x3041 + i).repeat(units);
  }
  return Object.assign(new Survey(), values, more);
}

/** What an entity says, without what it does not say. */
export function valuesOf(entity: object | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entity ?? {}).filter(([, value]) => value !== undefined));
}
