/** Unique names: a name that is taken gets a number. The time does not grow with the number of equal names. */
export class UniqueNames {
  private readonly taken = new Set<string>();
  /** The last number given for each name. */
  private readonly numbers = new Map<string, number>();

  /** Takes `name`, or `name-1`, `name-2` and so on, whichever is free first. */
  take(name: string): string {
    let number = this.numbers.get(name) ?? 0;
    let free = number === 0 ? name : `${name}-${number}`;
    while (this.taken.has(free)) free = `${name}-${(number += 1)}`;
    this.numbers.set(name, number);
    this.taken.add(free);
    return free;
  }
}
