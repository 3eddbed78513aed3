/** A key template with the names of its variables replaced. */
export function translated(template: string, names: ReadonlyMap<string, string>): string {
  return template.replace(/\{([^{}:]+)/g, (_, name: string) => `{${names.get(name)}`);
}
