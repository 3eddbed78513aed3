import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Scenario } from '../schedules/scenario.js';

/** The scenarios that modules export, by their names: each as an export of its own, or in lists. */
export async function loadScenarios(modules: readonly string[]): Promise<ReadonlyMap<string, Scenario>> {
  const scenarios = new Map<string, Scenario>();
  for (const path of modules) {
    const exported = (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
    for (const scenario of Object.values(exported).flat()) {
      if (!isScenario(scenario)) continue;
      const known = scenarios.get(scenario.name);
      if (known && known !== scenario) throw new Error(`Two scenarios are called '${scenario.name}'.`);
      scenarios.set(scenario.name, scenario);
    }
  }
  if (scenarios.size === 0) throw new Error(`No scenario is exported by ${modules.join(', ')}.`);
  return scenarios;
}

/** Those that are asked for; all of them if none is named. */
export function chosenOf(
  scenarios: ReadonlyMap<string, Scenario>,
  names: readonly string[],
): readonly string[] {
  const unknown = names.filter((name) => !scenarios.has(name));
  if (unknown.length === 0) return names.length > 0 ? names : [...scenarios.keys()];
  throw new Error(`No scenario is called '${unknown[0]}'. There are: ${[...scenarios.keys()].join(', ')}.`);
}

function isScenario(value: unknown): value is Scenario {
  const { name, build } = (value ?? {}) as Partial<Scenario>;
  return typeof name === 'string' && typeof build === 'function';
}
