import type { Problem } from './notices.js';

/** The rights of the member on the threads of a page, and the form that was refused. */
export interface ThreadRights {
  userId: string;
  mayComment: boolean;
  /** True if the member may resolve threads of others. */
  mayEdit: boolean;
  /** True if the member may write suggested wording into the content. */
  mayApply: boolean;
  /** Address of the page on which one thread can be shown alone; empty for the page itself. */
  talkHref: string;
  problem?: Problem;
}
