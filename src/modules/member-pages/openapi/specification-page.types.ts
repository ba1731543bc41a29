import type { SpecRecord, VersionRecord } from '#modules/openapi/index.js';
import type { FormState } from '../form-actions.js';

/** A page that shows a specification, in a space that the member sees. */
export interface UsingPage {
  spaceId: string;
  spaceTitle: string;
  pageId: string;
  title: string;
  /** True where the whole page is computed from the specification. */
  isComputed: boolean;
}

/** The pages that show a specification. */
export interface SpecUses {
  pages: readonly UsingPage[];
  /** Number of further pages, in spaces that the member does not see. */
  hidden: number;
  /** True where there are more pages than were counted. */
  hasMore: boolean;
}

export interface SpecListView {
  organization: { id: string; title: string };
  specs: readonly SpecRecord[];
  /** Cursor of further ones. */
  more: string | null;
  canEdit: boolean;
  state: FormState;
}

export interface SpecPageView {
  spec: SpecRecord;
  canEdit: boolean;
  /** The address at which everybody can fetch it; null for a private one. */
  published: string | null;
  versions: readonly VersionRecord[];
  /** Cursor of older ones. */
  more: string | null;
  uses: SpecUses;
  state: FormState;
}
