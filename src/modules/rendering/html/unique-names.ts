/** Names that do not repeat: one that is taken gets a number. It takes the same time however many are equal. */
export class UniqueNames {
  private readonly taken = new Set<string>();
  /** The number that a name was given last. */
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
