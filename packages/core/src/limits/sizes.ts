import type { CellValue, EdmType, Row } from '../edm/index.js';

/**
 * The service publishes no exact formula; this is the one in common use, and it errs on the safe side:
 * 4 + 2 x (lengths of both keys) + for each property 8 + 2 x (length of its name) + its value.
 */
export function rowBytes(row: Row): number {
  let bytes = 4 + 2 * (row.partitionKey.length + row.rowKey.length);
  for (const name in row.columns) {
    bytes += 8 + 2 * name.length + cellBytes(row.types[name]!, row.columns[name]!);
  }
  return bytes;
}

export function cellBytes(type: EdmType, value: CellValue): number {
  switch (type) {
    case 'Edm.String':
      return 4 + 2 * (value as string).length;
    case 'Edm.Binary':
      return 4 + base64Bytes(value as string);
    case 'Edm.Int32':
      return 4;
    case 'Edm.Boolean':
      return 1;
    case 'Edm.Guid':
      return 16;
    default:
      return 8;
  }
}

/** How many bytes a padded base64 text stands for. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}
