import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Random } from '@tablewright/testing/simulation';
import type { Orders } from './processes/messages.js';

export type Role = 'writer' | 'worker' | 'sweeper';

interface Seat {
  readonly role: Role;
  child: ChildProcess | undefined;
  /** It is at work: whoever is killed before has nothing to lose. */
  ready: boolean;
}

const PATIENCE_MS = 60_000;

export function startProcess(name: string, argument = ''): ChildProcess {
  return fork(fileURLToPath(new URL(`./${name}.js`, import.meta.url)), [argument], {
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** Keeps processes running, and kills them. */
export class Supervisor {
  readonly kills: Record<Role, number> = { writer: 0, worker: 0, sweeper: 0 };
  /** Processes that ended although nobody killed them. */
  readonly crashes: string[] = [];
  readonly #seats: readonly Seat[];
  readonly #orders: Omit<Orders, 'process'>;
  readonly #chances: Random;
  #started = 0;
  #ending = false;

  constructor(counts: Readonly<Record<Role, number>>, orders: Omit<Orders, 'process'>, chances: Random) {
    this.#orders = orders;
    this.#chances = chances;
    this.#seats = (Object.keys(counts) as Role[]).flatMap((role) =>
      Array.from({ length: counts[role] }, (): Seat => ({ role, child: undefined, ready: false })),
    );
    for (const seat of this.#seats) this.#start(seat);
  }

  get killed(): number {
    return this.kills.writer + this.kills.worker + this.kills.sweeper;
  }

  /** Kills somebody who is at work, a writer as often as anybody else; another process takes the place. */
  async kill(): Promise<void> {
    const atWork = this.#seats.filter(({ ready }) => ready);
    const writers = atWork.filter(({ role }) => role === 'writer');
    const others = atWork.filter(({ role }) => role !== 'writer');
    const group = this.#chances.chance(0.5) ? writers : others;
    if (group.length === 0) return;
    const seat = this.#chances.pick(group);
    const child = seat.child!;
    seat.ready = false;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    if (child.signalCode === 'SIGKILL') this.kills[seat.role] += 1;
  }

  /** Asks all processes of a role to finish, and waits until they have. */
  async stop(role: Role): Promise<void> {
    this.#ending = true;
    const children = this.#seats.filter((seat) => seat.role === role).map(({ child }) => child!);
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const exited = once(child, 'exit');
        if (child.connected) child.send('stop');
        const late = new AbortController();
        const waiting = sleep(PATIENCE_MS, undefined, { signal: late.signal }).then(
          () => {
            this.crashes.push(`a ${role} did not finish`);
            child.kill('SIGKILL');
          },
          () => {},
        );
        await exited;
        late.abort();
        await waiting;
      }),
    );
  }

  /** For the end, however it came. */
  killAll(): void {
    this.#ending = true;
    for (const { child } of this.#seats) child?.kill('SIGKILL');
  }

  #start(seat: Seat): void {
    this.#started += 1;
    const orders: Orders = { ...this.#orders, process: this.#started };
    const child = startProcess(seat.role, JSON.stringify(orders));
    seat.child = child;
    seat.ready = false;
    child.once('message', () => {
      seat.ready = true;
    });
    child.once('exit', (code, signal) => {
      if (signal !== 'SIGKILL' && code !== 0)
        this.crashes.push(`a ${seat.role} ended with ${code ?? signal}`);
      if (!this.#ending) this.#start(seat);
    });
  }
}
