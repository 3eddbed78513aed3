/** Names a table of an account: rows of two accounts, or of two tables, are never mistaken for each other. */
export function originOf(url: string, table: string): string {
  // The service takes table names of any case for the same.
  return `${url}/${table.toLowerCase()}`;
}
