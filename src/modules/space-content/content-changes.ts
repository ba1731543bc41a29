import type { Revision } from '#modules/content/index.js';
import type { ContentChangesBody, ContentUpdateResource } from './content-changes.dto.js';
import type { ContentLine } from './content-line.js';

export interface ContentUpdate {
  /** The new revision, or null when the changes changed nothing. */
  revision: Revision | null;
  /** What the caller answers with `compat=false`, next to its own resource. */
  resource: ContentUpdateResource;
}

export declare class ContentChanges {
  /** Applies a batch to a line: a live space or a change request. Call it outside of a transaction. */
  apply(line: ContentLine, body: ContentChangesBody): Promise<ContentUpdate>;
}
