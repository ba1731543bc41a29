import type { ComponentChildren } from 'preact';
import type { BundleName } from '#modules/publishing/index.js';
import type { PageTabs } from './page-tabs.js';
import type { Place, ShellSpace } from './shell-view.js';
import type { SpaceTab } from './space-tabs.js';

/** A page in the frame of the app. */
export interface ShellPage {
  /** Title of the window, and the heading where there is no other. */
  title: string;
  heading?: ComponentChildren;
  /** The organization at the side; that of `space`, or the only one of the member, where it is absent. */
  organizationId?: string;
  /** The space that the page belongs to, as `Spaces.requireSpace` answers it. */
  space?: ShellSpace;
  /** The part of the space that the page belongs to. */
  tab?: SpaceTab;
  /** The part of the app that the page belongs to, where it is not a space. */
  tabs?: PageTabs;
  /** The collection of the page. */
  collectionId?: string;
  /** Places between the space (or the organization) and this page. */
  breadcrumbs?: readonly Place[];
  /** Buttons and links beside the heading. */
  actions?: ComponentChildren;
  /** Bundles of `src/browser` that the page needs. */
  bundles?: readonly BundleName[];
  /** Seconds after which browsers that run no scripts load the page again. */
  refreshSeconds?: number;
  /** Addresses that the page may show in a frame. */
  frames?: readonly string[];
  /** True for pages that use the whole width. */
  isWide?: boolean;
  /** 200 where it is absent. */
  status?: number;
}

/** A page of the shell with its content, as a view makes it. */
export interface ShownPage {
  page: ShellPage;
  children: ComponentChildren;
}

/** Puts the two together. */
export function shownPage(page: ShellPage, children: ComponentChildren): ShownPage {
  return { page, children };
}
