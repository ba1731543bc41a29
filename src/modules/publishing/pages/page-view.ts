import type { ComponentChildren } from 'preact';
import type { SurroundingsView } from './frame-view.js';
import type { HeadView } from './html-document.js';
import type { MachineView } from './machine-links.js';
import type { UsedVersions } from '#modules/openapi/index.js';
import type { LanguageAlternate } from '../language-alternates.js';
import type { PageActionsView } from './page-actions.js';
import type { PageNeeds } from '../content-security-policy.js';

/** The site of a page, as its pages show it. */
export interface SiteView {
  title: string;
  /** Target of the title in the header. */
  homeHref: string;
  /** False if search engines must not list the site. */
  indexed: boolean;
  /** BCP 47 tag; default `en`. Pages in Arabic, Hebrew, Persian and Urdu run from right to left. */
  language?: string;
  emoji?: string;
  icon?: string;
  logo?: { light: string; dark?: string };
}

/** One of the versions or languages of a site, for the menu in the header. */
export interface SiteVariant {
  title: string;
  href: string;
  current: boolean;
  language?: string;
}

/** A node of the page tree. Hidden pages are left out. */
export interface PageTreeNode {
  id: string;
  title: string;
  type: 'document' | 'group' | 'link';
  emoji?: string;
  icon?: string;
  /** Absent on groups. */
  href?: string;
  /** True for the page being read. */
  current: boolean;
  /** True if the page being read is below this page. */
  open: boolean;
  children: PageTreeNode[];
  /** True for an object that all pages of the space share unchanged, so that it is rendered once. */
  isShared?: boolean;
}

export interface PageLink {
  title: string;
  href: string;
  emoji?: string;
  icon?: string;
}

/** Parts of the page that its author shows; the expanded form of the contract's page layout. */
export interface PageLayoutView {
  width: 'default' | 'wide';
  cover: boolean;
  coverSize: 'hero' | 'full';
  title: boolean;
  description: boolean;
  tableOfContents: boolean;
  outline: boolean;
  pagination: boolean;
  metadata: boolean;
}

export interface PageContentView {
  title: string;
  description?: string;
  emoji?: string;
  icon?: string;
  /** The main one first. */
  tags?: readonly { label: string; color?: string; emoji?: string; icon?: string }[];
  cover?: { url: string; darkUrl?: string; yPos?: number; height?: number };
  layout: PageLayoutView;
  /** ISO time. */
  updatedAt?: string;
  /** True if search engines must not list this page, although they may list the site. */
  noIndex?: boolean;
}

/** Addresses of the search for the readers of a page. */
export interface SearchView {
  /** Address of the page of hits, for readers without scripts. */
  href: string;
  /** Address from which scripts fetch hits. */
  action: string;
  /** Id of the page's space on the site. */
  from: string;
  /** Title of the part of the site with the page; absent if that is the whole site. */
  current?: string;
  /** True if parts of the site have versions or translations. */
  hasVersions: boolean;
}

/** The frame around the content, which all kinds of pages need. */
export interface FrameView {
  site: SiteView;
  /** Path of the site's root, with slashes at both ends: pages below it belong to the site. */
  base: string;
  search?: SearchView;
  variants?: SiteVariant[];
  /** The parts around the page that the site's settings define. */
  surroundings?: SurroundingsView;
  /** A note above the page, for members who see a preview. */
  preview?: ComponentChildren;
  /** True if only signed-in members see the page, so that scripts may not fetch it. */
  isForMembers?: boolean;
  tree: PageTreeNode[];
  /** Address prefix of `/~bindery/assets`, without a slash at the end; empty at the root of a host. */
  assetsBase: string;
}

export interface PageView extends FrameView {
  page: PageContentView;
  /** Ancestors from the outermost to the parent; groups have no href. */
  breadcrumbs: { title: string; href?: string }[];
  /** Headings of the body, as `documentOutline` lists them. */
  outline: { id: string; title: string; level: number }[];
  /** Result of `renderDocument`. It is trusted and goes into the page unescaped. */
  bodyHtml: string;
  /** Address where the source file of the page can be edited. */
  editHref?: string;
  previous?: PageLink;
  next?: PageLink;
  /** Allowances that the body needs and other pages do not have. */
  needs?: PageNeeds;
  /** Seconds for which drawings of integrations may be cached; absent if there are no such drawings. */
  seconds?: number;
  /** Addresses of scripts from integrations of the site. */
  scripts?: string[];
  /** Actions that readers may take on the page as a whole. */
  actions?: PageActionsView;
  /** Versions of the API specifications that the body shows. */
  specifications?: UsedVersions;
  /** Absolute address of the page. */
  canonicalUrl?: string;
  /** The page in all its languages. */
  alternates?: LanguageAlternate[];
  /** Data for machines in the head of the page. */
  machines?: MachineView;
  /** Bundles of scripts, on pages where members write. */
  bundles?: HeadView['bundles'];
}

export type NotFoundView = FrameView;

/** A page without a site around it: a private site, or one that is not published. */
export interface NoticeView {
  title: string;
  message: string;
  language?: string;
  /** A link to the next step, such as a sign-in page. */
  action?: { title: string; href: string };
  assetsBase: string;
}

/** The default layout of a page. */
export const DEFAULT_LAYOUT: PageLayoutView = {
  width: 'default',
  cover: true,
  coverSize: 'full',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
};
