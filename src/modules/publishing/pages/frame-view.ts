import type { IconStyle } from '#modules/rendering/index.js';

/** The look of pages by the settings of the site. */
export interface LookView {
  /** Address of the site's style sheet, and of the fonts that pages need first. */
  styles?: string;
  fonts: string[];
  /** Keywords for the style sheets: shapes, lists, the header. */
  words: string[];
  icons: IconStyle;
  theme: { first: 'light' | 'dark' | 'system'; isFixed: boolean };
  /** Colours of the browser's interface around the page. */
  colors: { light: string; dark: string };
  favicon: { light: string; dark: string } | { emoji: string } | null;
  /** True if the site counts views. */
  isCounted: boolean;
}

export interface LinkView {
  title: string;
  href: string;
  /** True if the link opens in a new tab. */
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

/** A section, a link among the sections, or a group of sections. */
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

/** The footer of every page of a site. */
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
  /** Address of the page as a PDF file; absent on pages such as search results. */
  pageHref?: string;
  spaceHref: string;
}

/** The parts around the pages of a site, by its settings. */
export interface SurroundingsView {
  look: LookView;
  links: HeaderLinkView[];
  sections: SectionView[];
  social: SocialLinkView[];
  announcement?: AnnouncementView;
  footer: SiteFooterView;
  showsPagination: boolean;
  /** PDF files that readers may save; absent if the site does not offer them. */
  pdf?: PdfView;
  /** True if readers are asked to rate a page. */
  asksFeedback: boolean;
}
