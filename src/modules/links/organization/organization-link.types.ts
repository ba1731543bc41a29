import type { EntryKind } from '#modules/content/index.js';
import type { Role } from '#platform/http/actor.js';
import type { HolderKind, LinkTarget } from '../link.types.js';
import type { SeenPage } from './seen-list.js';

export const LINK_PROBLEMS = [
  ...['page', 'heading', 'file', 'reusable-content', 'space', 'collection', 'user', 'tag', 'openapi'],
  'address',
] as const;

/** The problem of a broken link: the thing that is not there, or an address that leads nowhere. */
export type LinkProblem = 'heading' | 'address' | Exclude<LinkTarget['kind'], 'url'>;

/** A row of a space that the actor sees. */
interface InSpace {
  spaceId: string;
  spaceTitle: string;
  /** Role of the actor on the space. */
  role: Role;
}

/** A broken link where it stands: once for each page or reusable content that has it. */
export interface BrokenLink extends InSpace {
  problem: LinkProblem;
  holderKind: HolderKind;
  holderId: string;
  holderTitle: string;
  /** Type of the page, null for reusable contents. */
  pageType: string | null;
  /** Key of the first block with the link; null for a field of the page, such as its cover. */
  node: string | null;
  /** Id, or address of a `url`. */
  target: string;
  /** Title of the page or reusable content that has no such heading, else null. */
  targetTitle: string | null;
  /** The heading; empty for none. */
  anchor: string;
}

/** A file or a reusable content of a space, with its uses in all spaces that the actor sees. */
export interface SeenEntry extends InSpace {
  id: string;
  name: string;
  /** Bytes of a file; 0 for reusable contents. */
  size: number;
  /** Number of pages and reusable contents that use it. */
  uses: number;
}

/** The filter of a list across spaces. */
export interface SeenFilter {
  spaceId?: string;
}

export interface EntryFilter extends SeenFilter {
  /** Only what nobody uses. */
  isUnused?: boolean;
  /** Words in the name. */
  search?: string;
}

export type BrokenLinks = SeenPage<BrokenLink, { count: number }>;
export type SeenEntries = SeenPage<SeenEntry, { count: number; unused: number; bytes: number }>;
export type SeenKind = EntryKind;
