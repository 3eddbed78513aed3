/** What the supervisor says to a process when it starts it: as its only argument, in JSON. */
export interface Orders {
  readonly connectionString: string;
  /** Counts up: no two processes of a soak have the same. */
  readonly process: number;
  readonly seed: number;
  /** Of the journals. */
  readonly folder: string;
}

export function readOrders(): Orders {
  return JSON.parse(process.argv[2]!) as Orders;
}

/** Says that the process is at work, and hears when it is to end. */
export function ready(): AbortSignal {
  const stop = new AbortController();
  process.on('message', () => stop.abort());
  // Whoever started it is gone.
  process.on('disconnect', () => process.exit(0));
  process.send!('ready');
  return stop.signal;
}
