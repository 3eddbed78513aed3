/** Which decorators this file was compiled with: the same tests run under both. */
export let decoratorMode: 'legacy' | 'standard' | undefined;

function probe(_target: unknown, context: unknown): void {
  decoratorMode = typeof context === 'object' ? 'standard' : 'legacy';
}

class Probe {
  @probe field?: string;
}
void Probe;
