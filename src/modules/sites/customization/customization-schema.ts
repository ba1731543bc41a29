import type { ContentRef } from '#modules/documents/index.js';
import {
  either,
  list,
  object,
  oneOf,
  orNull,
  type SettingsSchema,
  text,
  type ValueOf,
} from './settings-schema.js';

export const THEMES = ['clean', 'muted', 'bold', 'gradient'] as const;

const flag: SettingsSchema<boolean> = { type: 'boolean' };
const url: SettingsSchema<string> = { type: 'string', format: 'uri', maxLength: 2048 };
const color: SettingsSchema<string> = { type: 'string', pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' };

const themedColor = object({ light: color, dark: color });
const themedUrl = object({ light: url, dark: url });
/** Checked on its own: which members it has depends on its kind. */
const contentRef: SettingsSchema<ContentRef> = {
  type: 'object',
  additionalProperties: true,
  format: 'content-ref',
};
const link = object({ title: text(64), to: contentRef });
const headerLink = object({
  title: text(64),
  'style?': oneOf(['link', 'button-primary', 'button-secondary']),
  /** Null where it only opens its menu. */
  to: orNull(contentRef),
  links: list(link, 50),
  'condition?': text(1024),
});
const weight: SettingsSchema<number> = { type: 'integer', minimum: 1, maximum: 1000 };
const fontDefinition = object({
  id: text(64, 1),
  custom: flag,
  fontFamily: text(50, 1),
  fontFaces: {
    ...list(
      object({
        weight,
        sources: { ...list(object({ url, 'format?': oneOf(['woff2', 'woff']) }), 4), minItems: 1 },
      }),
      20,
    ),
    minItems: 1,
  },
});
const font = <const Name extends string>(names: readonly Name[]) => either(oneOf(names), fontDefinition);
const socialAccount = object({
  platform: oneOf([
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
  ]),
  handle: text(255, 1),
  display: object({ header: flag, footer: flag }),
});

/** All settings of a site. */
export const CUSTOMIZATION_SCHEMA = object({
  /** Of the pages, where it is another than that of the site. */
  'title?': text(128, 2),
  styling: object({
    theme: oneOf(THEMES),
    primaryColor: themedColor,
    'tint?': object({ color: themedColor }),
    infoColor: themedColor,
    successColor: themedColor,
    warningColor: themedColor,
    dangerColor: themedColor,
    corners: oneOf(['straight', 'rounded', 'circular']),
    depth: oneOf(['subtle', 'flat']),
    links: oneOf(['default', 'accent']),
    font: font([
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
    ]),
    monospaceFont: font([
      'FiraCode',
      'IBMPlexMono',
      'JetBrainsMono',
      'SourceCodePro',
      'RobotoMono',
      'SpaceMono',
      'DMMono',
      'Inconsolata',
    ]),
    background: oneOf(['plain', 'match']),
    icons: oneOf(['regular', 'solid', 'duotone', 'light', 'thin']),
    sidebar: object({ background: oneOf(['default', 'filled']), list: oneOf(['default', 'pill', 'line']) }),
    search: oneOf(['prominent', 'subtle']),
  }),
  internationalization: object({
    locale: oneOf(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru']),
  }),
  favicon: {
    ...object({ 'icon?': themedUrl, 'emoji?': { ...text(50, 1), format: 'emoji' } }),
    maxProperties: 1,
  },
  header: object({
    preset: oneOf(['default', 'bold', 'contrast', 'custom', 'none']),
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
    style: oneOf(['info', 'warning', 'danger', 'success']),
  }),
  themes: object({ default: oneOf(['light', 'dark', 'system']), toggeable: flag }),
  pdf: object({ enabled: flag }),
  feedback: object({ enabled: flag }),
  ai: object({ mode: oneOf(['none', 'search', 'assistant']) }),
  advancedCustomization: object({ enabled: flag }),
  git: object({ showEditLink: flag }),
  pageActions: object({ externalAI: flag, markdown: flag, mcp: flag }),
  externalLinks: object({ target: oneOf(['self', 'blank']) }),
  pagination: object({ enabled: flag }),
  trademark: object({ enabled: flag }),
  privacyPolicy: object({ 'url?': url }),
  socialPreview: object({ 'url?': url }),
  insights: object({ trackingCookie: flag }),
  'socialAccounts?': list(socialAccount, 20),
});

type Given = ValueOf<typeof CUSTOMIZATION_SCHEMA>;

/** Customization of a site: all settings, with the names of the published contract. */
export type SiteCustomization = Given & Required<Pick<Given, 'socialAccounts'>>;

type Some<Value> = Value extends string | boolean | readonly unknown[]
  ? Value
  : { [Name in keyof Value]?: Value[Name] | null };

/** Some settings, as a site or one of its spaces has them for itself; null forgets one. */
export type CustomizationOverrides = {
  [Name in keyof SiteCustomization]?: Some<SiteCustomization[Name]> | null;
};

/** A colour, or an address, for light and for dark pages. */
export type Themed = ValueOf<typeof themedColor>;
export type FontDefinition = ValueOf<typeof fontDefinition>;
export type CustomizationLink = ValueOf<typeof link>;

/** Members that hold further settings; every other one is a setting, replaced as a whole. */
const GROUPS = new Set([
  'styling',
  'styling.sidebar',
  'internationalization',
  'header',
  'footer',
  'themes',
  'pdf',
  'feedback',
  'ai',
  'advancedCustomization',
  'git',
  'pageActions',
  'externalLinks',
  'pagination',
  'trademark',
  'privacyPolicy',
  'socialPreview',
  'insights',
]);

/** True when the member at a path such as `styling.sidebar` holds further settings. */
export function isGroup(path: string): boolean {
  return GROUPS.has(path);
}

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
