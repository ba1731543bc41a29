import type { ChangeRequestRow } from '#modules/change-requests/index.js';
import type { ClusterFilter, ClusterView, FoundIssue } from '#modules/conversations/index.js';
import type { SpaceHits } from '#modules/search/index.js';

export interface ClusterListView {
  organization: { id: string; title: string };
  clusters: readonly ClusterView[];
  filter: Required<Pick<ClusterFilter, 'order' | 'orderBy'>> & Pick<ClusterFilter, 'status'>;
  /** Cursor of further ones. */
  more: string | null;
}

export interface ClusterPageView {
  organization: { id: string; title: string };
  view: ClusterView;
  /** Newest first. */
  issues: readonly FoundIssue[];
  /** Cursor of older ones. */
  more: string | null;
  /** Pages, of spaces that the reader sees, that may be the answer. */
  spaces: readonly SpaceHits[];
  /** Made for it, of spaces that the reader sees, newest first. */
  changeRequests: readonly ChangeRequestRow[];
  /** Number of change requests, including those that are not shown. */
  changeRequestCount: number;
}
