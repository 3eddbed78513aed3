import { createHttpHeaders, type PipelineRequest, type PipelineResponse } from '@azure/core-rest-pipeline';
import { discard } from '../../faults/discard.js';
import { abortError, throwIfAborted } from '../../http/abort.js';
import { openRecord, type RecordedRequest } from '../../http/recorded-request.js';
import type { FaultKind } from '../faults/kind.js';
import type { PendingEvent } from './event.js';
import type { World } from './world.js';

/** The process that a request belongs to. */
interface Sender {
  readonly name: string;
  readonly dead: boolean;
  readonly actor: { readonly mayDie?: boolean };
  kill(): void;
}

/** Late requests stay away for up to so many events. */
const LATEST_EVENTS = 30;

/** One request on its way: first it arrives, then its answer does, unless a fault has it otherwise. */
export class Flight {
  readonly answer: Promise<PipelineResponse>;
  readonly #world: World;
  readonly #sender: Sender;
  readonly #request: PipelineRequest;
  /** What is on the wire: clients change a request and send it again. */
  readonly #sent: PipelineRequest;
  readonly #fault: FaultKind | undefined;
  readonly #since: number;
  readonly #events = new Set<PendingEvent>();
  #record: RecordedRequest | undefined;
  #arrival: PendingEvent | undefined;
  /** Neither applied nor lost so far. */
  #underway = true;
  #settle!: (outcome: () => PipelineResponse) => void;
  #unfollow = () => {};

  constructor(world: World, sender: Sender, request: PipelineRequest) {
    this.#world = world;
    this.#sender = sender;
    this.#request = request;
    this.#sent = copyOf(request);
    this.#since = world.time.now();
    this.answer = new Promise((resolve, reject) => {
      this.#settle = (outcome) => {
        this.#end();
        try {
          resolve(outcome());
        } catch (error) {
          reject(error);
        }
      };
      throwIfAborted(request);
    });
    if (request.abortSignal?.aborted) return;
    this.#fault = world.plan.faultOf(
      world.tally.requests++,
      () => ({ request, recorded: this.#recorded() }),
      sender.actor.mayDie ?? true,
    );
    if (this.#fault) world.tally.fired(this.#fault);
    world.trace.add(sender.name, 'sends', { record: this.#recorded, fault: this.#fault?.name });
    this.#follow();
    this.#depart();
  }

  /** Nobody waits for the answer any more. What has not arrived yet may do so later, or be lost. */
  abandon(): void {
    this.#end();
    const { agenda, random, trace } = this.#world;
    if (!this.#underway) return;
    if (this.#arrival) agenda.remove(this.#arrival);
    if (this.#fault?.arrival !== 'never' && random.chance(0.5)) this.#arriveLate();
    else trace.add(this.#sender.name, 'lost', { record: this.#recorded });
    this.#underway = false;
  }

  #recorded = (): RecordedRequest => {
    this.#record ??= openRecord(this.#sent, 0, {});
    return this.#record;
  };

  #depart(): void {
    const fault = this.#fault;
    if (fault?.arrival === 'late' && !fault.kills) {
      this.#replyWith(undefined, () => this.#arriveLate());
      return;
    }
    this.#arrival = this.#schedule('arrival', this.#sender.name, () => this.#arrive());
  }

  async #arrive(): Promise<void> {
    this.#underway = false;
    const fault = this.#fault;
    const applied = fault?.arrival === 'once' || fault?.arrival === 'twice' || !fault;
    const response = applied ? await this.#apply('applied') : undefined;
    if (fault?.arrival === 'twice' || fault?.arrival === 'late') this.#arriveLate();
    if (fault?.kills) this.#sender.kill();
    else if (!fault?.silent) this.#replyWith(response);
    else if (response) discard(response);
  }

  async #apply(what: string): Promise<PipelineResponse> {
    const { service, trace } = this.#world;
    const response = await service.sendRequest(this.#sent);
    trace.add(this.#sender.name, what, { record: this.#recorded, status: response.status });
    return response;
  }

  /** Without its sender, and in its own time: it has a priority of its own. */
  #arriveLate(): void {
    this.#underway = false;
    const { agenda, random, tally } = this.#world;
    agenda.add({
      kind: 'arrival',
      thread: `late ${tally.requests} of ${this.#sender.name}`,
      due: this.#since,
      notBefore: tally.events + random.below(LATEST_EVENTS),
      happen: async () => discard(await this.#apply('applied late')),
    });
  }

  #replyWith(response: PipelineResponse | undefined, then?: () => void): void {
    this.#schedule('reply', this.#sender.name, () => {
      const { trace } = this.#world;
      this.#settle(() => {
        try {
          const seen = this.#seen(response);
          trace.add(this.#sender.name, 'sees', { record: this.#recorded, status: seen.status });
          return seen;
        } catch (error) {
          trace.add(this.#sender.name, 'sees no answer', { record: this.#recorded });
          throw error;
        }
      });
      then?.();
    });
  }

  #seen(response: PipelineResponse | undefined): PipelineResponse {
    const { random, time } = this.#world;
    if (!this.#fault?.reply) return { ...response!, request: this.#request };
    if (response) discard(response);
    const told = this.#fault.reply({ request: this.#request, recorded: this.#recorded() }, random);
    told.headers.set('date', new Date(time.now()).toUTCString());
    return told;
  }

  /** The real client gives up on the request's signal and on its timeout; the request itself may go on. */
  #follow(): void {
    const { abortSignal, timeout } = this.#request;
    const { virtual, time } = this.#world;
    const giveUp = (what: string) => {
      this.#world.trace.add(this.#sender.name, what, { record: this.#recorded });
      this.abandon();
      this.#settle(() => {
        throw abortError();
      });
    };
    const onAbort = () => !this.#sender.dead && giveUp('aborts');
    abortSignal?.addEventListener('abort', onAbort);
    this.#unfollow = () => abortSignal?.removeEventListener('abort', onAbort);
    if (!(timeout > 0) || !virtual) return;
    this.#schedule('timer', `${this.#sender.name}: timeout`, () => giveUp('times out'), {
      due: time.now() + timeout,
      reluctant: true,
    });
  }

  #schedule(
    kind: PendingEvent['kind'],
    thread: string,
    happen: () => void | Promise<void>,
    more: Partial<PendingEvent> = {},
  ): PendingEvent {
    const { agenda, time } = this.#world;
    const event = agenda.add({ kind, thread, due: time.now(), happen, ...more });
    if (kind !== 'arrival') this.#events.add(event);
    return event;
  }

  #end(): void {
    for (const event of this.#events) this.#world.agenda.remove(event);
    this.#unfollow();
  }
}

function copyOf(request: PipelineRequest): PipelineRequest {
  const { abortSignal: _, ...copy } = request;
  return { ...copy, timeout: 0, headers: createHttpHeaders(request.headers.toJSON({ preserveCase: true })) };
}
