import type { ContentRef } from '#modules/documents/index.js';

export const THEMES = ['clean', 'muted', 'bold', 'gradient'] as const;
export const CORNERS = ['straight', 'rounded', 'circular'] as const;
export const DEPTHS = ['subtle', 'flat'] as const;
export const LINK_STYLES = ['default', 'accent'] as const;
export const ICON_STYLES = ['regular', 'solid', 'duotone', 'light', 'thin'] as const;
export const SIDEBAR_BACKGROUNDS = ['default', 'filled'] as const;
export const SIDEBAR_LISTS = ['default', 'pill', 'line'] as const;
export const SEARCH_STYLES = ['prominent', 'subtle'] as const;
export const BACKGROUNDS = ['plain', 'match'] as const;
export const HEADER_PRESETS = ['default', 'bold', 'contrast', 'custom', 'none'] as const;
export const HEADER_LINK_STYLES = ['link', 'button-primary', 'button-secondary'] as const;
export const ANNOUNCEMENT_STYLES = ['info', 'warning', 'danger', 'success'] as const;
/** `system` is of later versions of the contract. */
export const THEME_MODES = ['light', 'dark', 'system'] as const;
export const AI_MODES = ['none', 'search', 'assistant'] as const;
export const LOCALES = ['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru'] as const;
export const LINK_TARGETS = ['self', 'blank'] as const;
export const SOCIAL_PLATFORMS = [
  'twitter',
  'instagram',
  'facebook',
  'linkedin',
  'github',
  'discord',
  'slack',
  'youtube',
  'tiktok',
  'reddit',
  'bluesky',
  'mastodon',
  'threads',
  'medium',
] as const;
export const FONTS = [
  'ABCFavorit',
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
] as const;
export const MONOSPACE_FONTS = [
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
] as const;

type OneOf<List extends readonly string[]> = List[number];

/** A colour, or an address, for light and for dark pages. */
export interface Themed {
  light: string;
  dark: string;
}

export interface FontDefinition {
  id: string;
  custom: boolean;
  fontFamily: string;
  fontFaces: { weight: number; sources: { url: string; format?: 'woff2' | 'woff' }[] }[];
}

export interface CustomizationLink {
  title: string;
  to: ContentRef;
}

export interface CustomizationHeaderItem {
  title: string;
  style?: OneOf<typeof HEADER_LINK_STYLES>;
  /** Null where it only opens its menu. */
  to: ContentRef | null;
  links: CustomizationLink[];
  condition?: string;
}

export interface SocialAccount {
  platform: OneOf<typeof SOCIAL_PLATFORMS>;
  handle: string;
  display: { header: boolean; footer: boolean };
}

/** Customization of a site: all settings, with the names of the published contract. */
export interface SiteCustomization {
  /** Of the pages, where it is another than that of the site. */
  title?: string;
  styling: {
    theme: OneOf<typeof THEMES>;
    primaryColor: Themed;
    tint?: { color: Themed };
    infoColor: Themed;
    successColor: Themed;
    warningColor: Themed;
    dangerColor: Themed;
    corners: OneOf<typeof CORNERS>;
    depth: OneOf<typeof DEPTHS>;
    links: OneOf<typeof LINK_STYLES>;
    font: OneOf<typeof FONTS> | FontDefinition;
    monospaceFont: OneOf<typeof MONOSPACE_FONTS> | FontDefinition;
    background: OneOf<typeof BACKGROUNDS>;
    icons: OneOf<typeof ICON_STYLES>;
    sidebar: { background: OneOf<typeof SIDEBAR_BACKGROUNDS>; list: OneOf<typeof SIDEBAR_LISTS> };
    search: OneOf<typeof SEARCH_STYLES>;
  };
  internationalization: { locale: OneOf<typeof LOCALES> };
  favicon: { icon?: Themed; emoji?: string };
  header: {
    preset: OneOf<typeof HEADER_PRESETS>;
    logo?: Themed;
    backgroundColor?: Themed;
    linkColor?: Themed;
    links: CustomizationHeaderItem[];
  };
  footer: {
    logo?: Themed;
    groups: { title: string; links: CustomizationLink[] }[];
    copyright?: string;
  };
  announcement?: {
    enabled: boolean;
    message: string;
    link?: CustomizationLink;
    style: OneOf<typeof ANNOUNCEMENT_STYLES>;
  };
  themes: { default: OneOf<typeof THEME_MODES>; toggeable: boolean };
  pdf: { enabled: boolean };
  feedback: { enabled: boolean };
  ai: { mode: OneOf<typeof AI_MODES> };
  advancedCustomization: { enabled: boolean };
  git: { showEditLink: boolean };
  pageActions: { externalAI: boolean; markdown: boolean; mcp: boolean };
  externalLinks: { target: OneOf<typeof LINK_TARGETS> };
  pagination: { enabled: boolean };
  trademark: { enabled: boolean };
  privacyPolicy: { url?: string };
  socialPreview: { url?: string };
  insights: { trackingCookie: boolean };
  /** Of later versions of the contract. */
  socialAccounts: SocialAccount[];
}

/** Settings that a space on a site overrides: any part of them, at any depth. */
export type CustomizationOverrides = Record<string, unknown>;
