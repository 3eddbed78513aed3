export type { Actor, ActorClock, ActorContext } from './actor.js';
export { type CrashCase, type CrashReport, enumerateCrashes } from './crashes/enumerate-crashes.js';
export { SimulatedHttpClient } from './engine/http-client.js';
export { formatTrace, type TraceEntry } from './engine/trace.js';
export type { FaultKind, HitRequest } from './faults/kind.js';
export { type FaultName, faultKinds } from './faults/kinds.js';
export type { FaultOptions } from './faults/plan.js';
export { Random, seedOf } from './random.js';
export { type PriorityChangeOptions, priorityChange } from './schedulers/priority-change.js';
export { random } from './schedulers/random.js';
export { roundRobin } from './schedulers/round-robin.js';
export type { Choice, Scheduler, SchedulerInput, Scheduling } from './schedulers/scheduler.js';
export type { Figures, ScheduleReport } from './schedules/report.js';
export type { ScheduleId } from './schedules/run-schedule.js';
export { type RunSchedulesOptions, replay, runSchedules } from './schedules/run-schedules.js';
export type { Demands, Scenario, ScenarioInput } from './schedules/scenario.js';
export {
  type Simulated,
  type SimulationOptions,
  type SimulationResult,
  type SimulationSize,
  simulate,
} from './simulate.js';
export type { SimulatedStorage } from './storage.js';
export { ViolationError } from './violation.js';
