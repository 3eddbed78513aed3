interface Address {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** Short names for ETags: v1 is the first version seen of a row, v2 the next. */
export class Versions {
  readonly #seen = new Map<string, string[]>();

  name(row: Address, etag: string): string {
    if (etag === '*') return etag;
    const address = `${row.partitionKey}/${row.rowKey}`;
    const etags = this.#seen.get(address) ?? [];
    this.#seen.set(address, etags);
    const known = etags.indexOf(etag);
    return `v${known < 0 ? etags.push(etag) : known + 1}`;
  }

  /** Counts the versions of rows that are not shown as well. */
  see(rows: readonly (Address & { readonly etag: string })[]): void {
    for (const row of rows) this.name(row, row.etag);
  }
}
