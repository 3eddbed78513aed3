import type { Blob, Block } from './blob.js';

/** A container and what it holds. */
export class Container {
  readonly name: string;
  metadata: ReadonlyMap<string, string>;
  etag: string;
  modifiedAt: number;
  readonly blobs = new Map<string, Blob>();
  /** Blocks that no list has named yet, by blob. */
  readonly staged = new Map<string, Map<string, Block>>();

  constructor(name: string, metadata: ReadonlyMap<string, string>, etag: string, modifiedAt: number) {
    this.name = name;
    this.metadata = metadata;
    this.etag = etag;
    this.modifiedAt = modifiedAt;
  }
}
