export interface Waiting {
  organization: string;
  /** For work that nobody waits for: it goes after all other work of the organization. */
  isPatient: boolean;
  /** When it should be done at the latest: who has little to do goes before who has much, unless that one has waited for long. */
  due: number;
}

/** Organizations take turns, however much each of them has waiting. */
export class FairQueue<Item extends Waiting> {
  /** The one whose turn is next comes first. */
  private readonly lines = new Map<string, Item[]>();

  /** Number of waiting items, of one organization or of all. */
  waiting(organization?: string): number {
    if (organization !== undefined) return this.lines.get(organization)?.length ?? 0;
    return [...this.lines.values()].reduce((sum, line) => sum + line.length, 0);
  }

  /** Adds an item to the line of its organization. */
  add(item: Item): void {
    const line = this.lines.get(item.organization) ?? [];
    const place = line.findIndex((other) => isBefore(item, other));
    line.splice(place === -1 ? line.length : place, 0, item);
    this.lines.set(item.organization, line);
  }

  /** Takes an item out that need not be done any more. */
  remove(item: Item): void {
    const line = this.lines.get(item.organization) ?? [];
    const place = line.indexOf(item);
    if (place !== -1) line.splice(place, 1);
    if (line.length === 0) this.lines.delete(item.organization);
  }

  /** Takes the next item of the first organization for which `may` answers true; undefined when nothing can be taken. */
  take(may: (organization: string) => boolean): Item | undefined {
    for (const [organization, [item, ...rest]] of this.lines) {
      if (!item || !may(organization)) continue;
      this.lines.delete(organization);
      if (rest.length > 0) this.lines.set(organization, rest);
      return item;
    }
    return undefined;
  }
}

function isBefore(a: Waiting, b: Waiting): boolean {
  return a.isPatient === b.isPatient ? a.due < b.due : !a.isPatient;
}
