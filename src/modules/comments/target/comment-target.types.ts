import type { Quote } from './quote.js';

/** A cell of a table block: ids of its row and its column. */
export interface CommentedCell {
  record: string;
  definition: string;
}

/** Target of a comment as the request names it. */
export interface TargetInput {
  page?: string;
  node?: string;
  tableCell?: CommentedCell;
  quote?: Quote;
}

/** Target of a comment, with texts that stay when the page or the node is deleted. */
export interface StoredTarget {
  page: { id: string; title: string };
  /** `text` is the beginning of what the node said when the comment was posted. */
  node?: { id: string; text: string };
  tableCell?: CommentedCell;
  /** The words within the node, or the cell, as they were when the comment was posted. */
  quote?: Quote;
}
