/** Counts down the members of schemas that may still be described, of one operation and of the whole page. */
export class MemberCount {
  /** @param whole count of the page, which is counted down, too. */
  constructor(
    private left: number,
    private readonly whole?: MemberCount,
  ) {}

  /** Counts some members; false, and nothing is counted, when not all of them fit. */
  take(count = 1): boolean {
    if (this.left < count || this.whole?.take(count) === false) return false;
    this.left -= count;
    return true;
  }

  get remaining(): number {
    return this.left;
  }
}
