import {
  AI_MODES,
  ANNOUNCEMENT_STYLES,
  BACKGROUNDS,
  CORNERS,
  DEPTHS,
  FONTS,
  HEADER_LINK_STYLES,
  HEADER_PRESETS,
  ICON_STYLES,
  LINK_STYLES,
  LINK_TARGETS,
  LOCALES,
  MONOSPACE_FONTS,
  SEARCH_STYLES,
  SIDEBAR_BACKGROUNDS,
  SIDEBAR_LISTS,
  SOCIAL_PLATFORMS,
  THEME_MODES,
  THEMES,
} from './customization.types.js';
import { isGroup } from './merge-customization.js';

/** The part of JSON Schema that settings need; it is both what is checked and what the API's description says. */
export interface SettingsSchema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  properties?: Record<string, SettingsSchema>;
  required?: string[];
  additionalProperties?: boolean;
  maxProperties?: number;
  items?: SettingsSchema;
  oneOf?: SettingsSchema[];
  enum?: readonly (string | null)[];
  nullable?: boolean;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

const oneOf = (values: readonly string[]): SettingsSchema => ({ type: 'string', enum: values });
const text = (maxLength: number, minLength?: number): SettingsSchema => ({
  type: 'string',
  maxLength,
  ...(minLength === undefined ? {} : { minLength }),
});
const list = (items: SettingsSchema, maxItems: number): SettingsSchema => ({
  type: 'array',
  items,
  maxItems,
});
const flag: SettingsSchema = { type: 'boolean' };
const url: SettingsSchema = { type: 'string', format: 'uri', maxLength: 2048 };
const color: SettingsSchema = { type: 'string', pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' };

/** Names that end in `?` are optional. */
function object(members: Record<string, SettingsSchema>): SettingsSchema {
  const names = Object.keys(members);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), members[name] ?? {}])),
    required: names.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

const themedColor = object({ light: color, dark: color });
const themedUrl = object({ light: url, dark: url });
/** Checked on its own: which members it has depends on its kind. */
const contentRef: SettingsSchema = { type: 'object', additionalProperties: true, format: 'content-ref' };
const link = object({ title: text(64), to: contentRef });
const headerLink = object({
  title: text(64),
  'style?': oneOf(HEADER_LINK_STYLES),
  to: { ...contentRef, nullable: true },
  links: list(link, 50),
  'condition?': text(1024),
});
const fontDefinition = object({
  id: text(64, 1),
  custom: flag,
  fontFamily: text(50, 1),
  fontFaces: {
    ...list(
      object({
        weight: { type: 'integer', minimum: 1, maximum: 1000 },
        sources: { ...list(object({ url, 'format?': oneOf(['woff2', 'woff']) }), 4), minItems: 1 },
      }),
      20,
    ),
    minItems: 1,
  },
});
const font = (names: readonly string[]): SettingsSchema => ({ oneOf: [oneOf(names), fontDefinition] });
const socialAccount = object({
  platform: oneOf(SOCIAL_PLATFORMS),
  handle: text(255, 1),
  display: object({ header: flag, footer: flag }),
});

/** All settings of a site. */
export const CUSTOMIZATION_SCHEMA: SettingsSchema = object({
  'title?': text(128, 2),
  styling: object({
    theme: oneOf(THEMES),
    primaryColor: themedColor,
    'tint?': object({ color: themedColor }),
    infoColor: themedColor,
    successColor: themedColor,
    warningColor: themedColor,
    dangerColor: themedColor,
    corners: oneOf(CORNERS),
    depth: oneOf(DEPTHS),
    links: oneOf(LINK_STYLES),
    font: font(FONTS),
    monospaceFont: font(MONOSPACE_FONTS),
    background: oneOf(BACKGROUNDS),
    icons: oneOf(ICON_STYLES),
    sidebar: object({ background: oneOf(SIDEBAR_BACKGROUNDS), list: oneOf(SIDEBAR_LISTS) }),
    search: oneOf(SEARCH_STYLES),
  }),
  internationalization: object({ locale: oneOf(LOCALES) }),
  favicon: {
    ...object({ 'icon?': themedUrl, 'emoji?': { ...text(50, 1), format: 'emoji' } }),
    maxProperties: 1,
  },
  header: object({
    preset: oneOf(HEADER_PRESETS),
    'logo?': themedUrl,
    'backgroundColor?': themedColor,
    'linkColor?': themedColor,
    links: list(headerLink, 20),
  }),
  footer: object({
    'logo?': themedUrl,
    groups: list(object({ title: text(64), links: list(link, 50) }), 12),
    'copyright?': text(300),
  }),
  'announcement?': object({
    enabled: flag,
    message: text(128, 2),
    'link?': link,
    style: oneOf(ANNOUNCEMENT_STYLES),
  }),
  themes: object({ default: oneOf(THEME_MODES), toggeable: flag }),
  pdf: object({ enabled: flag }),
  feedback: object({ enabled: flag }),
  ai: object({ mode: oneOf(AI_MODES) }),
  advancedCustomization: object({ enabled: flag }),
  git: object({ showEditLink: flag }),
  pageActions: object({ externalAI: flag, markdown: flag, mcp: flag }),
  externalLinks: object({ target: oneOf(LINK_TARGETS) }),
  pagination: object({ enabled: flag }),
  trademark: object({ enabled: flag }),
  privacyPolicy: object({ 'url?': url }),
  socialPreview: object({ 'url?': url }),
  insights: object({ trackingCookie: flag }),
  'socialAccounts?': list(socialAccount, 20),
});

/** Some of the settings, each of them null to have none of one's own. */
export const OVERRIDES_SCHEMA: SettingsSchema = overridesOf(CUSTOMIZATION_SCHEMA, '');

function overridesOf(schema: SettingsSchema, parent: string): SettingsSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const own = isGroup(parent + name) ? overridesOf(member, `${parent}${name}.`) : member;
    const isUnion = own.oneOf !== undefined;
    const nullable: SettingsSchema = isUnion
      ? { oneOf: [...(own.oneOf ?? []), { type: 'string', nullable: true, enum: [null] }] }
      : { ...own, nullable: true, ...(own.enum ? { enum: [...own.enum, null] } : {}) };
    return [name, nullable];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as Record<string, SettingsSchema>,
    additionalProperties: false,
  };
}
