import type { ChangeRequestRow } from '#modules/change-requests/index.js';
import type { ClusterFilter, ClusterView, FoundIssue } from '#modules/conversations/index.js';
import type { FormState } from '../form-actions.js';
import type { SpaceHits } from '#modules/search/index.js';

export interface ClusterListView {
  organization: { id: string; title: string };
  clusters: readonly ClusterView[];
  filter: Required<Pick<ClusterFilter, 'order' | 'orderBy'>> & Pick<ClusterFilter, 'status'>;
  /** Cursor of further ones. */
  more: string | null;
  /** True where the member may hand in conversations. */
  canHandIn: boolean;
}

/** The choices of a member about a cluster. */
export interface ClusterChoices {
  /** Spaces in which the member may open a change request. */
  spaces: readonly { id: string; title: string }[];
  /** Drafts and open change requests, newest first, that are not made for it and that the member may change. */
  linkable: readonly ChangeRequestRow[];
  /** Ids of the change requests made for it that the member may change. */
  changeable: ReadonlySet<string>;
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
  choices: ClusterChoices;
  state: FormState;
}
