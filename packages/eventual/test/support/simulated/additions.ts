/** One addition, by one program, or by all that call it by the same name. */
interface Addition {
  /** Somebody was told that it took place. */
  applied: boolean;
  /** Calls of which nobody knows what came; those of programs that died, too. */
  open: number;
}

/** What the programs know of what they added. */
export class Additions {
  readonly #all: Addition[] = [];
  readonly #named = new Map<string, Addition>();

  /** Before the call. Tells what is to be told of its end. */
  begin(name?: string): (end: 'applied' | 'nothing') => void {
    const addition = this.#of(name);
    addition.open += 1;
    return (end) => {
      addition.open -= 1;
      addition.applied ||= end === 'applied';
    };
  }

  #of(name: string | undefined): Addition {
    const known = name === undefined ? undefined : this.#named.get(name);
    if (known) return known;
    const addition: Addition = { applied: false, open: 0 };
    this.#all.push(addition);
    if (name !== undefined) this.#named.set(name, addition);
    return addition;
  }

  /** A3: each counts once. */
  check(sum: number): void {
    const least = this.#all.filter(({ applied }) => applied).length;
    const most = this.#all.filter(({ applied, open }) => applied || open > 0).length;
    if (sum < least || sum > most) throw new Error(`A3: ${sum} additions, and not ${least} to ${most}`);
  }
}
