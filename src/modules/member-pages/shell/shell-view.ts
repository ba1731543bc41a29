import type { Organization } from '#modules/organizations/index.js';
import type { CollectionRecord } from '#modules/collections/index.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import type { Person } from './face.js';

/** A place that pages lead to. */
export interface Place {
  href: string;
  title: string;
}

/** The organization in which the palette searches. */
export interface SearchPlace {
  /** Id of the organization. */
  organization: string;
  /** The page of hits; null for members who may not search. */
  href: string | null;
}

/** The space of a page. */
export type ShellSpace = Pick<
  SpaceRecord,
  'id' | 'title' | 'emoji' | 'icon' | 'organizationId' | 'parentId' | 'changeRequestsOpen' | 'archivedAt'
>;

/** An entry of the navigation at the side. */
export interface NavigationItem extends Place {
  icon: string;
  /** True above the spaces, false below them. */
  isFirst: boolean;
  isCurrent: boolean;
  count?: number;
}

/** Collections and spaces below each other, in order. */
export type TreeNode =
  | {
      kind: 'collection';
      collection: Pick<CollectionRecord, 'id' | 'title'>;
      nodes: TreeNode[];
      isOpen: boolean;
    }
  | { kind: 'space'; space: Pick<SpaceRecord, 'id' | 'title' | 'emoji' | 'icon'> };

/** A tab of the pages of a space. */
export interface TabView extends Place {
  isCurrent: boolean;
  count?: number;
}

/** The state of a space or a collection that is archived. */
export interface ArchivedView {
  what: 'space' | 'collection';
  /** The time since then in words, since pages in the layout of readers do not know when they are made. */
  ago: string;
  /** The archived collection around it, with which it would come back; null without one that the member sees. */
  around: Place | null;
  /** The page whose form unarchives it; null for members who may not, and within an archived collection. */
  unarchiveAt: string | null;
}

/** The person who is signed in. */
export interface ShellPerson extends Person {
  email: string;
  /** Address of the pages of operators; null for others. */
  operateHref: string | null;
}

/** The data of the frame around a page. */
export interface ShellView {
  /** Path of PUBLIC_URL. */
  base: string;
  person: ShellPerson;
  organization: Pick<Organization, 'id' | 'title' | 'logoUrl'> | null;
  organizations: readonly Pick<Organization, 'id' | 'title'>[];
  /** The page of hits; null for members who may not search. */
  searchHref: string | null;
  navigation: NavigationItem[];
  tree: TreeNode[];
  /** The form for a new space; null for members who may make none. */
  newSpaceHref: string | null;
  /** True if the organization has more spaces than the tree shows. */
  hasMoreSpaces: boolean;
  /** Requested path below `/app/`. */
  path: string;
  /** Id of the space or collection of the page. */
  currentId: string | null;
  tabs: TabView[];
  breadcrumbs: Place[];
  /** Null where the space or collection of the page is not archived. */
  archived: ArchivedView | null;
}
