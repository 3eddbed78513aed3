/** Milliseconds of something that work costs. */
export type Meter = (work: () => unknown) => Promise<number>;

/** What this process spent, all threads and the system's share included. What servers spend is elsewhere. */
export const cpu: Meter = async (work) => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

export const wall: Meter = async (work) => {
  const before = performance.now();
  await work();
  return performance.now() - before;
};
