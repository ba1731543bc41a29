import { MemberCount } from '../reference/member-count.js';

/** Members of schemas that one page shows at most, over all its blocks: drawing so many takes a second. */
const MAX_PAGE_MEMBERS = 5_000;

/** The members of schemas that a page may still describe. */
export class PageRoom {
  readonly blocks = new MemberCount(MAX_PAGE_MEMBERS);
  readonly references = new MemberCount(MAX_PAGE_MEMBERS);

  /** Counts members that were described before once more; false when no room is left for them. */
  release({ blocks, references }: PageSpent): boolean {
    const { state } = this;
    if (state.blocks < blocks || state.references < references) return false;
    return this.blocks.take(blocks) && this.references.take(references);
  }

  /** Returns the number of members described since `before`. */
  spentSince(before: PageSpent): PageSpent {
    const { blocks, references } = this.state;
    return { blocks: before.blocks - blocks, references: before.references - references };
  }

  get state(): PageSpent {
    return { blocks: this.blocks.remaining, references: this.references.remaining };
  }
}

/** Numbers of members, in blocks and in references. */
export interface PageSpent {
  blocks: number;
  references: number;
}
