import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ScheduleReport } from '../schedules/report.js';
import type { Chunk, ChunkResult } from './shard.js';

/** Most of what a schedule makes is rubbish soon after: with more room for it, less of it is carried about. */
const EXEC_ARGV = ['--max-semi-space-size=64', '--enable-source-maps'] as const;

/** Processes that share the work: each takes the next range when it is done with one. */
export class Shards {
  readonly #processes: readonly ChildProcess[];

  private constructor(processes: readonly ChildProcess[]) {
    this.#processes = processes;
  }

  static async start(count: number, modules: readonly string[]): Promise<Shards> {
    const script = fileURLToPath(new URL('./shard.js', import.meta.url));
    const processes = Array.from({ length: count }, () =>
      fork(script, [...modules], { execArgv: [...EXEC_ARGV] }),
    );
    await Promise.all(processes.map((process) => answerOf(process)));
    return new Shards(processes);
  }

  /** Runs all ranges, and tells of each as it is done. `false` from there ends the run early. */
  async run(
    chunks: Iterable<Chunk>,
    onReport: (chunk: Chunk, report: ScheduleReport) => boolean,
  ): Promise<void> {
    const rest = chunks[Symbol.iterator]();
    let goesOn = true;
    await Promise.all(
      this.#processes.map(async (process) => {
        for (let next = rest.next(); goesOn && !next.done; next = rest.next()) {
          process.send(next.value);
          const result = (await answerOf(process)) as ChunkResult;
          if ('failure' in result) throw new Error(result.failure);
          goesOn &&= onReport(next.value, result.report);
        }
      }),
    );
  }

  stop(): void {
    for (const process of this.#processes) process.kill();
  }
}

async function answerOf(process: ChildProcess): Promise<unknown> {
  const answered = new AbortController();
  const { signal } = answered;
  const ended = once(process, 'exit', { signal }).then(([code]) => {
    throw new Error(`A process of the run ended with ${code}.`);
  });
  try {
    const [answer] = await Promise.race([once(process, 'message', { signal }), ended]);
    return answer;
  } finally {
    ended.catch(() => {});
    answered.abort();
  }
}
