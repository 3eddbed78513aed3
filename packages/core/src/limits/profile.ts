/** Which service answers: Azure Table storage, or the Table API of Cosmos DB. */
export type ServiceProfile = 'storage' | 'cosmos';

/** The documented ceilings of one service. Sizes are bytes unless the name says otherwise. */
export interface ServiceLimits {
  readonly profile: ServiceProfile;
  readonly properties: number;
  readonly entityBytes: number;
  readonly transactionOperations: number;
  readonly transactionBytes: number;
  /** Cosmos DB caps the UTF-8 size of a RowKey; Table storage has only the common 512 code units. */
  readonly rowKeyBytes?: number;
  readonly reservedColumns: ReadonlySet<string>;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** A string holds 64 KiB of UTF-16, a binary value 64 KiB. */
export const MAX_STRING_UNITS = 32 * KIB;
export const MAX_BINARY_BYTES = 64 * KIB;

const LIMITS: Readonly<Record<ServiceProfile, ServiceLimits>> = {
  storage: {
    profile: 'storage',
    properties: 252,
    entityBytes: MIB,
    transactionOperations: 100,
    transactionBytes: 4 * MIB,
    reservedColumns: new Set(),
  },
  cosmos: {
    profile: 'cosmos',
    properties: 252,
    entityBytes: 2 * MIB,
    transactionOperations: 100,
    transactionBytes: 2 * MIB,
    rowKeyBytes: 255,
    reservedColumns: new Set(['id', 'etag']),
  },
};

export function limitsOf(profile: ServiceProfile): ServiceLimits {
  return LIMITS[profile];
}
