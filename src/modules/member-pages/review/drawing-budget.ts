/** Characters of HTML of all posts of a page. */
const MOST_HTML = 2_000_000;
/** Characters of posts, as JSON, that are drawn however long that takes: all of a usual page. */
const ALWAYS = 60_000;
/** Time for the posts beyond that. */
const MOST_MS = 500;

/**
 * The limit of what is drawn for one page: a comment of 10,000 characters can take a second and become a megabyte, and a
 * page has hundreds.
 */
export class DrawingBudget {
  private readonly since = performance.now();
  private weight = 0;
  private html = 0;

  /** True if no more is drawn. */
  get isSpent(): boolean {
    if (this.html > MOST_HTML) return true;
    return this.weight > ALWAYS && performance.now() - this.since > MOST_MS;
  }

  /** Counts a post that was drawn. @param weight characters of its JSON */
  spend(weight: number, html: number): void {
    this.weight += weight;
    this.html += html;
  }
}
