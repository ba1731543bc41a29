import type { ComponentChildren } from 'preact';
import type { SurroundingsView } from './frame-view.js';
import type { MachineView } from './machine-links.js';
import type { UsedVersions } from '#modules/openapi/index.js';
import type { LanguageAlternate } from '../language-alternates.js';
import type { PageActionsView } from './page-actions.js';
import type { PageNeeds } from '../content-security-policy.js';

/** The site a page belongs to, as its pages show it. */
export interface SiteView {
  title: string;
  /** Where the title in the header leads. */
  homeHref: string;
  /** False keeps search engines away. */
  indexed: boolean;
  /** BCP 47 tag; default `en`. Arabic, Hebrew, Persian and Urdu turn the page around. */
  language?: string;
  emoji?: string;
  icon?: string;
  logo?: { light: string; dark?: string };
}

/** One of the versions or languages a site offers, for the menu in the header. */
export interface SiteVariant {
  title: string;
  href: string;
  current: boolean;
  language?: string;
}

/** A node of the page tree. Hidden pages are not part of it. */
export interface PageTreeNode {
  id: string;
  title: string;
  type: 'document' | 'group' | 'link';
  emoji?: string;
  icon?: string;
  /** Absent on groups. */
  href?: string;
  /** The page being read. */
  current: boolean;
  /** The page being read is below this one. */
  open: boolean;
  children: PageTreeNode[];
  /** The same object, never changed, on all pages of the space: it is drawn once. */
  isShared?: boolean;
}

export interface PageLink {
  title: string;
  href: string;
  emoji?: string;
  icon?: string;
}

/** Which parts of the page the author wants; the expanded form of the contract's page layout. */
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
  cover?: { url: string; darkUrl?: string; yPos?: number; height?: number };
  layout: PageLayoutView;
  /** ISO time. */
  updatedAt?: string;
  /** Keeps this page out of search engines although the site is in them. */
  noIndex?: boolean;
}

/** Where a page's readers search. */
export interface SearchView {
  /** The page of hits, for readers without scripts. */
  href: string;
  /** Where scripts ask. */
  action: string;
  /** The space of the page, by its id on the site. */
  from: string;
  /** Name of the part of the site that the page is in; absent where that is the whole site. */
  current?: string;
  /** Whether parts of the site have versions or translations. */
  hasVersions: boolean;
}

/** What every kind of page needs: the frame around the content. */
export interface FrameView {
  site: SiteView;
  /** Path of the site's root, with slashes around: what is below can be opened without leaving the site. */
  base: string;
  search?: SearchView;
  variants?: SiteVariant[];
  /** What the site's settings put around its pages. */
  surroundings?: SurroundingsView;
  /** Above everything, for those who see what readers do not see yet. */
  preview?: ComponentChildren;
  /** Only signed-in members see it, so scripts may not fetch it. */
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
  /** Result of `renderDocument`. Trusted: it goes into the page as it is. */
  bodyHtml: string;
  /** Where the file behind the page is changed. */
  editHref?: string;
  previous?: PageLink;
  next?: PageLink;
  /** What the body needs that other pages may not do. */
  needs?: PageNeeds;
  /** How long what integrations drew on it is good; absent where they drew nothing. */
  seconds?: number;
  /** Addresses of scripts that integrations of the site bring. */
  scripts?: string[];
  /** What readers may do with the page as a whole. */
  actions?: PageActionsView;
  /** Versions of the API specifications that the body shows. */
  specifications?: UsedVersions;
  /** Absolute address of the page. */
  canonicalUrl?: string;
  /** The page in the languages that it has. */
  alternates?: LanguageAlternate[];
  /** What the page says to machines. */
  machines?: MachineView;
}

export type NotFoundView = FrameView;

/** A page without a site around it: a private site, one that is not published. */
export interface NoticeView {
  title: string;
  message: string;
  language?: string;
  /** A way on, such as a sign-in page. */
  action?: { title: string; href: string };
  assetsBase: string;
}

/** The layout of a page that asks for nothing special. */
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
