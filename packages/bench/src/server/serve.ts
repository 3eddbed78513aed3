/** What a server tells the process that started it. */
export type ServerMessage = { readonly connectionString: string } | { readonly answer: unknown };

/** Says where the server listens, and answers questions until the starting process is gone. */
export function serve(connectionString: string, ask: () => unknown): void {
  const tell = (message: ServerMessage) => void process.send!(message);
  process.on('message', () => tell({ answer: ask() }));
  process.on('disconnect', () => process.exit());
  tell({ connectionString });
}
