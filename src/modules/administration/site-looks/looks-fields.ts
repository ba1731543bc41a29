import type { SiteCustomization } from '#modules/sites/browser.js';

type Choices = readonly (readonly [value: string, title: string])[];

/** A setting that is one of several words. */
export interface ChoiceField {
  path: string;
  label: string;
  choices: Choices;
}

/** A setting that is on or off. */
export interface FlagField {
  path: string;
  label: string;
}

/** A colour for light and one for dark pages. */
export interface ColorField {
  path: string;
  label: string;
  /** Shown where an optional colour has none yet. */
  fallback?: { light: string; dark: string };
}

export const THEME_CHOICES: readonly ChoiceField[] = [
  {
    path: 'styling.theme',
    label: 'Theme',
    choices: [
      ['clean', 'Clean: white ground'],
      ['muted', 'Muted: a shade of the tint'],
      ['bold', 'Bold: coloured header'],
      ['gradient', 'Gradient: coloured edge'],
    ],
  },
  {
    path: 'themes.default',
    label: 'Readers begin with',
    choices: [
      ['system', 'That of their device'],
      ['light', 'Light pages'],
      ['dark', 'Dark pages'],
    ],
  },
];

export const SHAPE_CHOICES: readonly ChoiceField[] = [
  {
    path: 'styling.corners',
    label: 'Corners',
    choices: [
      ['straight', 'Straight'],
      ['rounded', 'Rounded'],
      ['circular', 'Circular'],
    ],
  },
  {
    path: 'styling.depth',
    label: 'Shadows',
    choices: [
      ['subtle', 'Subtle'],
      ['flat', 'None'],
    ],
  },
  {
    path: 'styling.links',
    label: 'Links in text',
    choices: [
      ['default', 'Coloured'],
      ['accent', 'Dark, underlined in the main colour'],
    ],
  },
  {
    path: 'styling.background',
    label: 'Ground of pages',
    choices: [
      ['plain', 'Plain'],
      ['match', 'A shade of the tint'],
    ],
  },
  {
    path: 'styling.icons',
    label: 'Style of icons',
    choices: [
      ['regular', 'Outlined'],
      ['solid', 'Filled'],
      ['duotone', 'Two tones (drawn filled here)'],
      ['light', 'Light (drawn outlined here)'],
      ['thin', 'Thin (drawn outlined here)'],
    ],
  },
  {
    path: 'styling.sidebar.background',
    label: 'Ground of the sidebar',
    choices: [
      ['default', 'As the page'],
      ['filled', 'Filled'],
    ],
  },
  {
    path: 'styling.sidebar.list',
    label: 'Current page in the sidebar',
    choices: [
      ['default', 'Coloured'],
      ['pill', 'In a pill'],
      ['line', 'Beside a line'],
    ],
  },
  {
    path: 'styling.search',
    label: 'Search',
    choices: [
      ['prominent', 'In the middle of the header'],
      ['subtle', 'Small, at the side'],
    ],
  },
];

export const HEADER_CHOICES: readonly ChoiceField[] = [
  {
    path: 'header.preset',
    label: 'Header',
    choices: [
      ['default', 'As the theme has it'],
      ['bold', 'In the main colour'],
      ['contrast', 'Dark on light pages, light on dark ones'],
      ['custom', 'In the colours below'],
      ['none', 'No header'],
    ],
  },
];

export const PAGE_CHOICES: readonly ChoiceField[] = [
  {
    path: 'internationalization.locale',
    label: 'Language of buttons and menus',
    choices: [
      ['en', 'English'],
      ['fr', 'French'],
      ['es', 'Spanish'],
      ['zh', 'Chinese'],
      ['ja', 'Japanese'],
      ['de', 'German'],
      ['nl', 'Dutch'],
      ['no', 'Norwegian'],
      ['pt-br', 'Portuguese (Brazil)'],
      ['ru', 'Russian'],
    ],
  },
  {
    path: 'externalLinks.target',
    label: 'Links to other sites open',
    choices: [
      ['self', 'In the same tab'],
      ['blank', 'In a new tab'],
    ],
  },
];

export const ANNOUNCEMENT_STYLES: Choices = [
  ['info', 'Information'],
  ['success', 'Good news'],
  ['warning', 'Warning'],
  ['danger', 'Danger'],
];

export const TEXT_FONTS = [
  ...['ABCFavorit', 'Inter', 'Roboto', 'RobotoSlab', 'OpenSans', 'SourceSansPro', 'Lato', 'Ubuntu'],
  ...['Raleway', 'Merriweather', 'Overpass', 'NotoSans', 'IBMPlexSerif', 'Poppins', 'FiraSans'],
] as const;

export const CODE_FONTS = [
  ...['FiraCode', 'IBMPlexMono', 'JetBrainsMono', 'SourceCodePro', 'RobotoMono', 'SpaceMono', 'DMMono'],
  'Inconsolata',
] as const;

export const PAGE_FLAGS: readonly FlagField[] = [
  { path: 'pagination.enabled', label: 'Links to the previous and the next page' },
  { path: 'feedback.enabled', label: 'Ask readers whether a page was helpful' },
  { path: 'pdf.enabled', label: 'Offer pages as PDF' },
  { path: 'git.showEditLink', label: 'Link to the source file, where a page is synchronised with Git' },
  { path: 'pageActions.markdown', label: 'Page menu: copy and view as Markdown' },
  { path: 'pageActions.externalAI', label: 'Page menu: open in chat services' },
  { path: 'pageActions.mcp', label: 'Page menu: connect a program (MCP)' },
  { path: 'trademark.enabled', label: 'Say in the footer that the site is made with Bindery' },
];

export const THEME_FLAGS: readonly FlagField[] = [
  { path: 'themes.toggeable', label: 'Readers may switch between light and dark' },
];

export const MAIN_COLORS: readonly ColorField[] = [
  { path: 'styling.primaryColor', label: 'Main colour' },
  { path: 'styling.infoColor', label: 'Information' },
  { path: 'styling.successColor', label: 'Success' },
  { path: 'styling.warningColor', label: 'Warning' },
  { path: 'styling.dangerColor', label: 'Danger' },
];

/** Colours that a site need not have. */
export const OPTIONAL_COLORS: readonly Required<ColorField>[] = [
  {
    path: 'styling.tint.color',
    label: 'Tint of grounds and lines',
    fallback: { light: '#5c6b8a', dark: '#8c9bbb' },
  },
  {
    path: 'header.backgroundColor',
    label: 'Ground of the header',
    fallback: { light: '#ffffff', dark: '#14161b' },
  },
  { path: 'header.linkColor', label: 'Links in the header', fallback: { light: '#1f2430', dark: '#e3e6ec' } },
];

export const PLATFORMS = [
  ...['twitter', 'instagram', 'facebook', 'linkedin', 'github', 'discord', 'slack', 'youtube', 'tiktok'],
  ...['reddit', 'bluesky', 'mastodon', 'threads', 'medium'],
] as const;

export const ALL_CHOICES = [...THEME_CHOICES, ...SHAPE_CHOICES, ...HEADER_CHOICES, ...PAGE_CHOICES];
export const ALL_FLAGS = [...PAGE_FLAGS, ...THEME_FLAGS];

const OTHER_NAMES: Record<string, string> = {
  title: 'Title of the site',
  'styling.tint': 'Tint of grounds and lines',
  'styling.font': 'Font of texts',
  'styling.monospaceFont': 'Font of code',
  favicon: 'Icon of the site',
  'header.logo': 'Logo in the header',
  'header.links': 'Links in the header',
  'footer.logo': 'Logo in the footer',
  'footer.groups': 'Links in the footer',
  'footer.copyright': 'Copyright',
  announcement: 'Announcement',
  'privacyPolicy.url': 'Privacy policy',
  'socialPreview.url': 'Picture for shared links',
  socialAccounts: 'Social accounts',
};

/** A setting as the form calls it. @param path as `settingsByPath` writes it. */
export function settingName(path: string): string {
  const field = [...ALL_CHOICES, ...ALL_FLAGS, ...MAIN_COLORS, ...OPTIONAL_COLORS].find(
    (one) => one.path === path,
  );
  return field?.label ?? OTHER_NAMES[path] ?? path;
}

/** The value at a path such as `styling.sidebar.list`; undefined for a missing one. */
export function valueAt(settings: SiteCustomization | object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], settings);
}

/** Sets the value at a path, or removes the member for undefined. */
export function setAt(settings: object, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop()!;
  let holder = settings as Record<string, unknown>;
  for (const name of names) holder = (holder[name] ??= {}) as Record<string, unknown>;
  if (value === undefined) delete holder[last];
  else holder[last] = value;
}
