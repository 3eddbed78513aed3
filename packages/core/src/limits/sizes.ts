import type { CellValue, EdmType } from '../edm/index.js';

/**
 * The service publishes no exact formula for the size of an entity; this is the one in common use, and it
 * errs on the safe side: the keys, and for each property its name and its value.
 */
export function keysBytes(partitionKey: string, rowKey: string): number {
  return 4 + 2 * (partitionKey.length + rowKey.length);
}

export function propertyBytes(name: string, type: EdmType, value: CellValue): number {
  return 8 + 2 * name.length + cellBytes(type, value);
}

function cellBytes(type: EdmType, value: CellValue): number {
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
