export const EDIT_MODES = ['live', 'locked'] as const;
export type EditMode = (typeof EDIT_MODES)[number];

/** Audience of the site that shows a space. */
export type PublishedVisibility = 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
export type Visibility = PublishedVisibility | 'private' | 'in-collection';

export const LANGUAGES = [
  ...[
    'en',
    'fr',
    'de',
    'es',
    'it',
    'pt',
    'pt-br',
    'ru',
    'ja',
    'zh',
    'yue',
    'ko',
    'ar',
    'hi',
    'nl',
    'pl',
    'tr',
  ],
  ...[
    'sv',
    'no',
    'da',
    'fi',
    'el',
    'cs',
    'hu',
    'ro',
    'th',
    'vi',
    'id',
    'ms',
    'he',
    'uk',
    'sk',
    'bg',
    'hr',
    'lt',
  ],
  ...['lv', 'et', 'sl'],
] as const;

export type Language = (typeof LANGUAGES)[number];

/** The time within which a deleted space can be restored; afterwards it is purged. */
export const RETENTION_MS = 7 * 24 * 3_600_000;
