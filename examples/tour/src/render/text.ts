/** Cuts text to a width; an ellipsis says that something is missing. */
export function truncate(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

/** Breaks prose between words. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => truncate(each.trimEnd(), width));
}

/** Breaks a line of code that is too long, and indents what follows. */
export function wrapCode(line: string, width: number): string[] {
  if (line.length <= width) return [line];
  const indent = ' '.repeat(line.search(/\S/));
  const at = line.lastIndexOf(' ', width);
  if (at <= indent.length) return [truncate(line, width)];
  return [line.slice(0, at), ...wrapCode(`${indent}    ${line.slice(at + 1)}`, width)];
}

/** As many names as fit, and how many more there are. */
export function nameList(names: readonly string[], width: number): string {
  const all = names.join(', ');
  if (all.length <= width) return all;
  for (let count = names.length - 1; count > 0; count--) {
    const some = `${names.slice(0, count).join(', ')} + ${names.length - count} more`;
    if (some.length <= width) return some;
  }
  return truncate(`${names.length} columns`, width);
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
