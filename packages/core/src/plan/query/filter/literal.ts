import type { CellValue, EdmType } from '../../../edm/index.js';

/** A value as the filter language writes it. Without its type's own spelling, nothing would match. */
export function literal(type: EdmType, value: CellValue): string {
  switch (type) {
    case 'Edm.String':
      return `'${String(value).replaceAll("'", "''")}'`;
    case 'Edm.Int64':
      return `${value}L`;
    case 'Edm.DateTime':
      return `datetime'${value}'`;
    case 'Edm.Guid':
      return `guid'${value}'`;
    case 'Edm.Double':
      return plainDouble(Number(value))!;
    default:
      return String(value);
  }
}

/**
 * A double as a plain decimal; undefined for those that have none of a sensible length. Exponents, NaN and
 * the infinities are read differently by different services.
 */
export function plainDouble(value: number): string | undefined {
  const text = String(value);
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  return text.includes('.') ? text : `${text}.0`;
}
