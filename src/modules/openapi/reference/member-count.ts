/** Members of schemas that may still be described: of one operation, and of all that a page shows. */
export class MemberCount {
  /** @param whole is counted down, too. */
  constructor(
    private left: number,
    private readonly whole?: MemberCount,
  ) {}

  /** Counts some members; false, and none is counted, where there is no room for all of them. */
  take(count = 1): boolean {
    if (this.left < count || this.whole?.take(count) === false) return false;
    this.left -= count;
    return true;
  }

  get remaining(): number {
    return this.left;
  }
}
