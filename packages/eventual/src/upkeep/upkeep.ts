import type { Upkeep } from '@tablewright/core';
import type { DeferredRows } from '../deferred-rows.js';
import { dropRows } from './drop-rows.js';
import { inspectEntities } from './inspect-entities.js';
import { inspectStrays } from './inspect-strays.js';

/** How maintenance looks after rows in other partitions. `self`: the derivation, once it is made. */
export function upkeepOf(self: () => DeferredRows): Upkeep {
  return {
    inspect: (primaries, tools) => inspectEntities(self(), primaries, tools),
    inspectStrays: (partitionKey, tools) => inspectStrays(self(), partitionKey, tools),
    drop: (tools) => dropRows(self(), tools),
  };
}
