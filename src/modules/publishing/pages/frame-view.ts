import type { IconStyle } from '#modules/rendering/index.js';

/** How the settings of a site want its pages. */
export interface LookView {
  /** Address of the site's style sheet, and of fonts that it needs first. */
  styles?: string;
  fonts: string[];
  /** Words that the style sheets know: shapes, lists, the header. */
  words: string[];
  icons: IconStyle;
  theme: { first: 'light' | 'dark' | 'system'; isFixed: boolean };
  /** What browsers paint around the page with. */
  colors: { light: string; dark: string };
  favicon: { light: string; dark: string } | { emoji: string } | null;
  /** Whether the site counts what is read. */
  isCounted: boolean;
}

export interface LinkView {
  title: string;
  href: string;
  /** Opens in a tab of its own. */
  isBlank?: boolean;
}

/** A link in the header; with `links` it opens a menu. */
export interface HeaderLinkView {
  title: string;
  href?: string;
  isBlank?: boolean;
  style: 'link' | 'button-primary' | 'button-secondary';
  links: LinkView[];
}

/** A section, a link among the sections, or a group of them. */
export interface SectionView {
  title: string;
  description?: string;
  icon?: string;
  /** Absent on groups. */
  href?: string;
  isBlank?: boolean;
  current: boolean;
  children: SectionView[];
}

export interface SocialLinkView {
  href: string;
  label: string;
  icon: string;
}

export interface AnnouncementView {
  id: string;
  message: string;
  style: 'info' | 'warning' | 'danger' | 'success';
  link?: LinkView;
}

/** What stands below every page of a site. */
export interface SiteFooterView {
  logo?: { light: string; dark?: string };
  groups: { title: string; links: LinkView[] }[];
  copyright?: string;
  social: SocialLinkView[];
  privacyHref?: string;
  showsMaker: boolean;
}

/** Addresses of PDF files. */
export interface PdfView {
  /** The page alone; absent where there is none. */
  pageHref?: string;
  spaceHref: string;
}

/** What stands around the pages of a site, by its settings. */
export interface SurroundingsView {
  look: LookView;
  links: HeaderLinkView[];
  sections: SectionView[];
  social: SocialLinkView[];
  announcement?: AnnouncementView;
  footer: SiteFooterView;
  showsPagination: boolean;
  /** PDF files that readers may save; absent where the site does not offer them. */
  pdf?: PdfView;
  /** Whether readers are asked what they think of a page. */
  asksFeedback: boolean;
}
