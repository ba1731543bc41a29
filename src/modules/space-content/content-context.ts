import type { Revision } from '#modules/content/index.js';
import type { Actor } from '#platform/http/actor.js';

/** The content to read: one snapshot, and the place at which it is shown. */
export interface ContentContext {
  organizationId: string;
  spaceId: string;
  revisionId: string;
  /** Hash of the content. */
  snapshot: string;
  /** Set when the content is read as that of a change request; addresses then lead into it. */
  changeRequestId?: string;
  /** Set when this is the current content of the space, whose pages are found faster. */
  isCurrent?: boolean;
  /**
   * The reader of the content, who decides from which other spaces the text may include content. Absent: from no
   * other space.
   */
  actor?: Actor;
}

/** The content of a revision. */
export function contextOf(
  organizationId: string,
  revision: Revision,
  changeRequestId?: string,
): ContentContext {
  return {
    organizationId,
    spaceId: revision.spaceId,
    revisionId: revision.id,
    snapshot: revision.snapshot,
    changeRequestId,
  };
}
